// Command: every check and every suite in one go, closed by one line over all of them.
// A failure never hides another: turbo continues, and whatever left no result counts as failed.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LEFT_OPEN } from './left-open.ts';
import { QUIET } from './quiet.ts';
import { coverageProblems } from './requirement-coverage.ts';
import { ROOT } from './root.ts';
import { readReport, type TestReport } from './test-report.ts';
import { readTasks, type TaskRun } from './turbo-summary.ts';
import { closingLine, judge, type Verdict, verdictTable } from './verdict.ts';

const TASKS = ['generate:check', 'lint', 'typecheck', 'test'];
const FLAGS = ['--continue=always', '--output-logs=errors-only', '--log-order=grouped', '--summarize'];
const BIN = join(ROOT, 'node_modules/.bin');
const REPORT = 'reports/test.json';

// Whatever neither turbo restores nor a suite writes in this run must not be there to be counted.
function removeResults(): void {
  const stale = globSync(['.turbo/runs/*.json', `{spec,packages/*,apps/*}/${REPORT}`], { cwd: ROOT });
  for (const path of stale) rmSync(join(ROOT, path));
}

function runTurbo(): TaskRun[] {
  const { error } = spawnSync(join(BIN, 'turbo'), ['run', ...TASKS, ...FLAGS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...QUIET, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
  });
  if (error) throw error;
  const [summary] = globSync('.turbo/runs/*.json', { cwd: ROOT });
  if (summary === undefined) throw new Error('turbo ran no task: its message stands above');
  return readTasks(readFileSync(join(ROOT, summary), 'utf8'));
}

function reportOf(task: TaskRun): TestReport | undefined {
  const path = join(ROOT, task.directory, REPORT);
  return task.task === 'test' && existsSync(path) ? readReport(readFileSync(path, 'utf8')) : undefined;
}

function judgeCoverage(results: readonly { task: TaskRun; report: TestReport | undefined }[]): Verdict {
  const startedAt = performance.now();
  const shown = results.map(({ task, report }) => ({
    directory: task.directory,
    titles: report?.outcomes.filter(({ status }) => status === 'passed').map(({ title }) => title) ?? [],
  }));
  const problems = coverageProblems(shown, LEFT_OPEN);
  if (problems.length > 0) console.log(`\nRequirements:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  return {
    name: 'requirements',
    passed: problems.length === 0 ? 1 : 0,
    failed: problems.length === 0 ? 0 : 1,
    skipped: 0,
    cached: false,
    durationMs: performance.now() - startedAt,
    ...(problems.length === 0 ? {} : { note: `${problems.length} listed above` }),
  };
}

function runEverything(): Verdict[] {
  removeResults();
  const results = runTurbo().map((task) => ({ task, report: reportOf(task) }));
  return [...results.map(({ task, report }) => judge(task, report)), judgeCoverage(results)];
}

function crashed(error: unknown): Verdict {
  const note = error instanceof Error ? error.message : String(error);
  return { name: 'npm test', passed: 0, failed: 1, skipped: 0, cached: false, durationMs: 0, note };
}

function verdictsOrCrash(): Verdict[] {
  try {
    return runEverything();
  } catch (error) {
    return [crashed(error)];
  }
}

const verdicts = verdictsOrCrash();
console.log(`\n${verdictTable(verdicts)}\n\n${closingLine(verdicts)}`);
process.exitCode = verdicts.some(({ failed }) => failed > 0) ? 1 : 0;
