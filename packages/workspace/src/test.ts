// Command: runs all checks and suites and prints one line of totals, or only the suites that the arguments name.
// A failure never hides another: turbo continues, and a task without a result counts as failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { KNOWN_GAPS } from './known-gaps.ts';
import { coverageProblems } from './requirement-coverage.ts';
import { ROOT } from './root.ts';
import {
  closingLine,
  mergeTasks,
  readTasks,
  type Summary,
  summarizeCheck,
  summarizeSuite,
  summaryTable,
  type TurboTask,
} from './summary.ts';
import { TELEMETRY_OFF } from './telemetry-env.ts';
import { readTestCommandLine, type TestTarget, TestUsageError, USAGE } from './test-command-line.ts';
import { readReport, type TestReport } from './test-report.ts';

/** The report of each kind of suite. */
const REPORTS: Readonly<Record<string, string>> = {
  test: 'reports/test.json',
  'test:full': 'reports/full.json',
};
const CHECKS = [
  'generate:check',
  'lint',
  'lint:biome',
  'lint:imports',
  'lint:knip',
  'lint:language',
  'lint:real-time',
  'lint:sherif',
  'typecheck:node',
];
// turbo starts packages after those that they import, so the longest suites would be the last to start. They start at
// once, each in a run of its own, next to one run of all others.
const LONGEST = ['@keyframe/acceptance', '@keyframe/server'];
const SUMMARY_FLAGS = ['--output-logs=errors-only', '--log-prefix=none', '--summarize'];
const FLAGS = ['--continue=always', '--log-order=grouped'];
const BIN = join(ROOT, 'node_modules/.bin');
const RUN_SUMMARIES = '.turbo/runs/*.json';
const ENVIRONMENT = {
  ...process.env,
  ...TELEMETRY_OFF,
  // Imported code is compiled once: suites start hundreds of processes, which then take half their CPU time.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile'),
  PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
};

async function run(command: string, args: readonly string[], cwd = ROOT): Promise<number> {
  const child = spawn(join(BIN, command), args, { cwd, stdio: 'inherit', env: ENVIRONMENT });
  const [exitCode] = await once(child, 'close');
  return exitCode ?? 1;
}

function removeFiles(pattern: string): void {
  for (const path of globSync(pattern, { cwd: ROOT })) rmSync(join(ROOT, path));
}

async function runEverything(suites: readonly string[]): Promise<TurboTask[]> {
  removeFiles(RUN_SUMMARIES);
  // A report that is neither restored by turbo nor written in this run must not be counted.
  for (const report of Object.values(REPORTS)) {
    removeFiles(`{spec,packages/*,packages/acceptance/consumers,apps/*}/${report}`);
  }
  const flags = [...FLAGS, ...SUMMARY_FLAGS];
  // Suites read what is built, so it must not be written while they run. Checks run next to the builds, the longest of
  // which would leave a core idle.
  await run('turbo', ['run', 'build', 'typecheck', ...CHECKS, ...flags]);
  const others = LONGEST.map((name) => `--filter=!${name}`);
  await Promise.all([
    ...LONGEST.map((name) =>
      run('turbo', ['run', ...suites, `--filter=${name}`, '--concurrency=1', ...flags]),
    ),
    run('turbo', ['run', ...suites, ...others, '--concurrency=2', ...flags]),
  ]);
  const paths = globSync(RUN_SUMMARIES, { cwd: ROOT });
  const tasks = mergeTasks(paths.map((path) => readTasks(readFileSync(join(ROOT, path), 'utf8'))));
  const missing = LONGEST.length + 2 - paths.length;
  if (missing === 0) return tasks;
  const command = `turbo run (${missing} without a summary)`;
  const cache = { status: 'MISS' };
  return [...tasks, { taskId: command, task: 'turbo', directory: '', command, cache, execution: null }];
}

function readTaskReport({ task, directory }: TurboTask): TestReport | undefined {
  const path = join(ROOT, directory, REPORTS[task] ?? '');
  try {
    return existsSync(path) ? readReport(readFileSync(path, 'utf8')) : undefined;
  } catch (error) {
    console.error(`Cannot read ${path}:`, error);
    return undefined;
  }
}

function summarizeCoverage(suites: readonly { task: TurboTask; report: TestReport | undefined }[]): Summary {
  const passed = suites.map(({ task, report }) => ({
    directory: task.directory,
    tests: report?.outcomes.filter(({ status }) => status === 'passed') ?? [],
  }));
  const problems = coverageProblems(passed, KNOWN_GAPS);
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

async function testEverything(suites: readonly string[]): Promise<number> {
  const tasks = await runEverything(suites);
  const tested = tasks
    .filter(({ task }) => task in REPORTS)
    .map((task) => ({ task, report: readTaskReport(task) }));
  const summaries = [
    ...tasks.filter(({ task }) => !(task in REPORTS)).map((task) => summarizeCheck(task)),
    ...tested.map(({ task, report }) => summarizeSuite(task, report)),
    // Every requirement has a test that is not one of the full suites.
    summarizeCoverage(tested.filter(({ task }) => task.task === 'test')),
  ];
  console.log(`\n${summaryTable(summaries)}\n\n${closingLine(summaries)}`);
  return summaries.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** The task that runs a file; a package or folder runs its quick suites. */
function chooseTask(files: readonly string[]): string {
  return files.length > 0 && files.every((file) => file.endsWith('.full.test.ts')) ? 'test:full' : 'test';
}

async function testTargets(
  targets: readonly TestTarget[],
  options: { all: boolean; title?: string },
): Promise<number> {
  const exitCodes: number[] = [];
  for (const { packageName, files } of targets) {
    const tasks = options.all && files.length === 0 ? ['test', 'test:full'] : [chooseTask(files)];
    const title = options.title === undefined ? [] : ['-t', options.title];
    const vitestArgs = [...files, ...title];
    const passed = vitestArgs.length > 0 ? ['--', ...vitestArgs] : [];
    exitCodes.push(await run('turbo', ['run', ...tasks, `--filter=${packageName}`, ...FLAGS, ...passed]));
  }
  return Math.max(0, ...exitCodes);
}

async function watchTarget({ packageName, directory, files }: TestTarget, title?: string): Promise<number> {
  // Suites of some packages read what others build.
  const exitCode = await run('turbo', [
    'run',
    'build',
    `--filter=${packageName}...`,
    '--output-logs=errors-only',
  ]);
  if (exitCode !== 0) return exitCode;
  const args = ['--watch', ...files, ...(title === undefined ? [] : ['-t', title])];
  const vitest = join(ROOT, directory, 'node_modules/.bin/vitest');
  const child = spawn(vitest, args, { cwd: join(ROOT, directory), stdio: 'inherit', env: ENVIRONMENT });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

async function main(args: readonly string[]): Promise<number> {
  const { all, watch, title, targets } = readTestCommandLine(ROOT, args);
  const [target] = targets;
  if (target === undefined) return testEverything(all ? Object.keys(REPORTS) : ['test']);
  if (watch) return watchTarget(target, title);
  return testTargets(targets, { all, ...(title === undefined ? {} : { title }) });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TestUsageError)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
