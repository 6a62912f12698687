// Command: every check and every suite in one go, closed by one line over all of them.
// A failure never hides another: turbo continues, and whatever left no result counts as failed.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { KNOWN_GAPS } from './known-gaps.ts';
import { QUIET } from './quiet.ts';
import { coverageProblems } from './requirement-coverage.ts';
import { ROOT } from './root.ts';
import { readReport, type TestReport } from './test-report.ts';
import { readTasks, type TaskRun } from './turbo-summary.ts';
import { closingLine, judge, type Verdict, verdictTable } from './verdict.ts';

// Their time limits and races mean something only when nothing else keeps the processors busy.
const ALONE = ['@keyframe/server', '@keyframe/acceptance'];
const PHASES = [
  ['generate:check', 'lint', 'lint:biome', 'lint:boundaries', 'lint:knip', 'lint:sherif', 'typecheck'],
  ['test', ...ALONE.map((name) => `--filter=!${name}`)],
  ['test', ...ALONE.map((name) => `--filter=${name}`), '--concurrency=1'],
];
const FLAGS = [
  '--continue=always',
  '--output-logs=errors-only',
  '--log-order=grouped',
  '--log-prefix=none',
  '--summarize',
];
const BIN = join(ROOT, 'node_modules/.bin');
const SUMMARIES = '.turbo/runs/*.json';
const REPORTS = '{spec,packages/*,apps/*}/reports/test.json';

function removeFiles(...patterns: string[]): void {
  for (const path of globSync(patterns, { cwd: ROOT })) rmSync(join(ROOT, path));
}

function runTurbo(args: readonly string[]): TaskRun[] {
  removeFiles(SUMMARIES);
  const startedAt = Date.now();
  const { status } = spawnSync(join(BIN, 'turbo'), ['run', ...args, ...FLAGS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...QUIET, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
  });
  const [summary] = globSync(SUMMARIES, { cwd: ROOT });
  if (summary !== undefined) return readTasks(readFileSync(join(ROOT, summary), 'utf8'));
  // Without a summary nothing ran, whatever turbo's exit code says.
  const durationMs = Date.now() - startedAt;
  const id = `turbo run ${args.join(' ')}`;
  return [
    { id, task: 'turbo', directory: '', cached: false, exitCode: status || null, startedAt, durationMs },
  ];
}

function runPhases(): TaskRun[] {
  // A task that two phases need is cached in the second: the first is the one that ran.
  const latestFirst = PHASES.flatMap(runTurbo).toReversed();
  return [...new Map(latestFirst.map((task) => [task.id, task])).values()];
}

function reportOf(task: TaskRun): TestReport | undefined {
  const path = join(ROOT, task.directory, 'reports/test.json');
  if (task.task !== 'test' || !existsSync(path)) return undefined;
  try {
    return readReport(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path} can't be read:`, error);
    return undefined;
  }
}

function judgeCoverage(results: readonly { task: TaskRun; report: TestReport | undefined }[]): Verdict {
  const startedAt = performance.now();
  const shown = results.map(({ task, report }) => ({
    directory: task.directory,
    titles: report?.outcomes.filter(({ status }) => status === 'passed').map(({ title }) => title) ?? [],
  }));
  const problems = coverageProblems(shown, KNOWN_GAPS);
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

// Whatever neither turbo restores nor a suite writes in this run must not be there to be counted.
removeFiles(REPORTS);
const results = runPhases().map((task) => ({ task, report: reportOf(task) }));
const verdicts = [...results.map(({ task, report }) => judge(task, report)), judgeCoverage(results)];
console.log(`\n${verdictTable(verdicts)}\n\n${closingLine(verdicts)}`);
process.exitCode = verdicts.some(({ failed }) => failed > 0) ? 1 : 0;
