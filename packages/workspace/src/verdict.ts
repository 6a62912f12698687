// Turns what turbo and the suites report into one row per task, and all rows into the closing line.
import type { TestReport } from './test-report.ts';
import type { TaskRun } from './turbo-summary.ts';

/** How one task ended; a check counts as one, a suite as its tests. */
export interface Verdict {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  cached: boolean;
  durationMs: number;
  note?: string;
}

function check(task: TaskRun, note?: string): Verdict {
  const succeeded = task.exitCode === 0 && note === undefined;
  const fallback = task.exitCode === null ? 'never ran' : `exited with ${task.exitCode}`;
  return {
    name: task.id,
    passed: succeeded ? 1 : 0,
    failed: succeeded ? 0 : 1,
    skipped: 0,
    cached: task.cached,
    durationMs: task.durationMs,
    ...(succeeded ? {} : { note: note ?? fallback }),
  };
}

// A cached task's report is as old as the run that filled the cache; any other was written after its task began.
function isOfThisRun(task: TaskRun, report: TestReport): boolean {
  return task.cached || report.startedAt >= task.startedAt;
}

function suite(task: TaskRun, report: TestReport): Verdict {
  const count = (status: string) => report.outcomes.filter((outcome) => outcome.status === status).length;
  const failed = count('failed');
  const crashed = task.exitCode !== 0 && failed === 0;
  return {
    name: task.id,
    passed: count('passed'),
    failed: crashed ? 1 : failed,
    skipped: count('skipped'),
    cached: task.cached,
    durationMs: task.durationMs,
    ...(crashed ? { note: `no test failed, yet it exited with ${task.exitCode}` } : {}),
  };
}

/** Judges a task: a `test` task by its report of this run, any other by its exit code. */
export function judge(task: TaskRun, report?: TestReport): Verdict {
  if (task.task !== 'test') return check(task);
  if (task.exitCode === null) return check(task);
  if (report === undefined) return check(task, 'crashed: it left no report');
  if (!isOfThisRun(task, report)) return check(task, 'crashed: its report is of an earlier run');
  if (report.outcomes.length === 0) return check(task, 'its report holds no test');
  return suite(task, report);
}

/** Sums the verdicts up as `N passed, N failed, N skipped`. */
export function closingLine(verdicts: readonly Verdict[]): string {
  const sum = (pick: (verdict: Verdict) => number) =>
    verdicts.reduce((total, verdict) => total + pick(verdict), 0);
  return `${sum((v) => v.passed)} passed, ${sum((v) => v.failed)} failed, ${sum((v) => v.skipped)} skipped`;
}

function seconds(verdict: Verdict): string {
  return verdict.cached ? 'cached' : `${(verdict.durationMs / 1000).toFixed(1)} s`;
}

function cells(verdict: Verdict): string[] {
  return [
    verdict.failed > 0 ? 'FAILED' : 'ok',
    verdict.name.replace('@keyframe/', '').replace('//#', ''),
    String(verdict.passed),
    String(verdict.failed),
    String(verdict.skipped),
    seconds(verdict),
    verdict.note ?? '',
  ];
}

/** Lays the verdicts out as an aligned table, failures last so that they stand next to the closing line. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const ordered = verdicts.toSorted(
    (left, right) => left.failed - right.failed || left.name.localeCompare(right.name),
  );
  const rows = [['', 'task', 'passed', 'failed', 'skipped', 'time', ''], ...ordered.map(cells)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
