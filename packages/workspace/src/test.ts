// Command: every check and every suite in one go, closed by one line over all of them.
// A failure never hides another: turbo continues, and whatever left no result counts as failed.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { KNOWN_GAPS } from './known-gaps.ts';
import { coverageProblems } from './requirement-coverage.ts';
import { ROOT } from './root.ts';
import {
  closingLine,
  readTasks,
  type Summary,
  summarizeCheck,
  summarizeSuite,
  summaryTable,
  type TurboTask,
} from './summary.ts';
import { TELEMETRY_OFF } from './telemetry-env.ts';
import { readReport, type TestReport } from './test-report.ts';

// Suites of servers and browsers mostly wait: beside each other they keep two processors busy.
const LONGEST = ['@keyframe/server', '@keyframe/acceptance', '@keyframe/consumers'];
const PHASES = [
  ['generate:check', 'lint', 'lint:biome', 'lint:imports', 'lint:knip', 'lint:sherif', 'typecheck'],
  ['test', ...LONGEST.map((name) => `--filter=!${name}`)],
  ['test', ...LONGEST.map((name) => `--filter=${name}`)],
];
const FLAGS = [
  '--continue=always',
  '--output-logs=errors-only',
  '--log-order=grouped',
  '--log-prefix=none',
  '--summarize',
];
const BIN = join(ROOT, 'node_modules/.bin');
const RUN_SUMMARIES = '.turbo/runs/*.json';
const REPORTS = '{spec,packages/*,packages/acceptance/consumers,apps/*}/reports/test.json';

function removeFiles(pattern: string): void {
  for (const path of globSync(pattern, { cwd: ROOT })) rmSync(join(ROOT, path));
}

function runTurbo(args: readonly string[]): TurboTask[] {
  removeFiles(RUN_SUMMARIES);
  const { status } = spawnSync(join(BIN, 'turbo'), ['run', ...args, ...FLAGS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...TELEMETRY_OFF, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` },
  });
  const [summary] = globSync(RUN_SUMMARIES, { cwd: ROOT });
  if (summary !== undefined) return readTasks(readFileSync(join(ROOT, summary), 'utf8'));
  // Without a summary nothing ran, whatever turbo's exit code says.
  const execution = { startTime: 0, endTime: 0, exitCode: status || null };
  const command = `turbo run ${args.join(' ')}`;
  return [{ taskId: command, task: 'turbo', directory: '', command, cache: { status: 'MISS' }, execution }];
}

function reportOf({ directory }: TurboTask): TestReport | undefined {
  const path = join(ROOT, directory, 'reports/test.json');
  try {
    return existsSync(path) ? readReport(readFileSync(path, 'utf8')) : undefined;
  } catch (error) {
    console.error(`Cannot read ${path}:`, error);
    return undefined;
  }
}

function summarizeCoverage(suites: readonly { task: TurboTask; report: TestReport | undefined }[]): Summary {
  const shown = suites.map(({ task, report }) => ({
    directory: task.directory,
    tests: report?.outcomes.filter(({ status }) => status === 'passed') ?? [],
  }));
  const problems = coverageProblems(shown, KNOWN_GAPS);
  if (problems.length > 0) console.log(`\nRequirements:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  const isCovered = problems.length === 0;
  return {
    name: 'requirements',
    passed: isCovered ? 1 : 0,
    failed: isCovered ? 0 : 1,
    skipped: 0,
    time: '',
    note: isCovered ? '' : `${problems.length} listed above`,
  };
}

// Whatever neither turbo restores nor a suite writes in this run must not be there to be counted.
removeFiles(REPORTS);
// A task that two phases need is cached in the second: the first is the one that ran.
const latestFirst = PHASES.flatMap(runTurbo).toReversed();
const tasks = [...new Map(latestFirst.map((task) => [task.taskId, task])).values()];
const suites = tasks.filter(({ task }) => task === 'test').map((task) => ({ task, report: reportOf(task) }));
const summaries = [
  ...tasks.filter(({ task }) => task !== 'test').map((task) => summarizeCheck(task)),
  ...suites.map(({ task, report }) => summarizeSuite(task, report)),
  summarizeCoverage(suites),
];
console.log(`\n${summaryTable(summaries)}\n\n${closingLine(summaries)}`);
process.exitCode = summaries.some(({ failed }) => failed > 0) ? 1 : 0;
