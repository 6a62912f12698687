// Turns turbo's run summary (`turbo run --summarize`) and vitest's reports into a table and the closing line.
import { markdownTable } from 'markdown-table';
import type { TestReport } from './test-report.ts';

/** The part of a task in turbo's run summary that is read here; times are in Unix milliseconds. */
export interface TurboTask {
  readonly taskId: string;
  readonly task: string;
  readonly directory: string;
  readonly command: string;
  readonly cache: { readonly status: string };
  readonly execution?: {
    readonly startTime: number;
    readonly endTime: number;
    readonly exitCode: number | null;
  } | null;
}

/** How one task ended; a check counts as one, a suite as its tests. */
export interface Summary {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly time: string;
  readonly note: string;
}

const NO_COMMAND = '<NONEXISTENT>';

/** Reads the tasks of a run summary that have a command; throws on another document. */
export function readTasks(json: string): TurboTask[] {
  const { tasks }: { tasks?: TurboTask[] } = JSON.parse(json);
  if (!Array.isArray(tasks)) throw new Error('The run summary has no tasks. Has its format changed?');
  return tasks.filter(({ command }) => command !== NO_COMMAND);
}

/** Merges the tasks of several runs; a task that one run executed is cached in the others. */
export function mergeTasks(runs: readonly (readonly TurboTask[])[]): TurboTask[] {
  const cachedFirst = runs
    .flat()
    .toSorted((left, right) => Number(right.cache.status === 'HIT') - Number(left.cache.status === 'HIT'));
  return [...new Map(cachedFirst.map((task) => [task.taskId, task])).values()];
}

/** Summarizes a check, which counts as one; `problem` says what else than its exit code failed. */
export function summarizeCheck(task: TurboTask, problem?: string): Summary {
  const { taskId, cache, execution } = task;
  const exitCode = execution?.exitCode ?? null;
  const exit = exitCode === null ? 'never ran' : `exited with ${exitCode}`;
  const isPassed = exitCode === 0 && problem === undefined;
  const seconds = execution ? (execution.endTime - execution.startTime) / 1000 : 0;
  return {
    name: taskId.replace('@keyframe/', '').replace('//#', ''),
    passed: isPassed ? 1 : 0,
    failed: isPassed ? 0 : 1,
    skipped: 0,
    time: cache.status === 'HIT' ? 'cached' : `${seconds.toFixed(1)} s`,
    note: isPassed ? '' : (problem ?? exit),
  };
}

/** Summarizes a suite by its report, which must be of this run unless turbo restored both from its cache. */
export function summarizeSuite(task: TurboTask, report: TestReport | undefined): Summary {
  const { execution, cache } = task;
  if (!execution || execution.exitCode === null) return summarizeCheck(task);
  if (report === undefined) return summarizeCheck(task, 'crashed without a report');
  if (cache.status !== 'HIT' && report.startedAt < execution.startTime) {
    return summarizeCheck(task, 'crashed: the report is from an earlier run');
  }
  if (report.outcomes.length === 0) return summarizeCheck(task, 'the report contains no test');
  const count = (status: string) => report.outcomes.filter((outcome) => outcome.status === status).length;
  const failed = count('failed');
  const hasCrashed = execution.exitCode !== 0 && failed === 0;
  return {
    ...summarizeCheck(task),
    passed: count('passed'),
    failed: hasCrashed ? 1 : failed,
    skipped: count('skipped'),
    note: hasCrashed ? `no test failed, but it exited with ${execution.exitCode}` : '',
  };
}

/** Formats the summaries as a table, failures last, next to the closing line. */
export function summaryTable(summaries: readonly Summary[]): string {
  const ordered = summaries.toSorted(
    (left, right) => left.failed - right.failed || left.name.localeCompare(right.name),
  );
  const rows = ordered.map(({ name, passed, failed, skipped, time, note }) => [
    failed > 0 ? 'FAILED' : 'ok',
    name,
    String(passed),
    String(failed),
    String(skipped),
    time,
    note,
  ]);
  return markdownTable([['', 'task', 'passed', 'failed', 'skipped', 'time', ''], ...rows]);
}

/** Sums the summaries up as `N passed, N failed, N skipped`. */
export function closingLine(summaries: readonly Summary[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    summaries.reduce((total, summary) => total + summary[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
