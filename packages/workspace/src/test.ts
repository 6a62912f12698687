// Command: every check and every suite in one go, closed by one line over all of them.
// A failure never hides another: turbo continues, and whatever left no result counts as failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

type Run = readonly string[];
/** Runs of turbo, one after another. */
type Lane = readonly Run[];

// Suites of servers and browsers mostly wait: beside each other they keep two processors busy. turbo starts what is
// ready in any order, so the long ones have lanes of their own; those of a step end at about the same time.
const suitesOf = (...names: string[]): Run => ['test', ...names.map((name) => `--filter=@keyframe/${name}`)];
const FIRST = ['contract-gate', 'docs', 'client'];
const SERVER_LAST = ['consumers', 'local-renderer'];
const LAST = ['acceptance', 'server', ...SERVER_LAST];
const ONE_BY_ONE = '--concurrency=1';
const STEPS: readonly (readonly Lane[])[] = [
  [
    [
      [
        'generate:check',
        'lint',
        'lint:biome',
        'lint:imports',
        'lint:knip',
        'lint:language',
        'lint:sherif',
        'typecheck',
      ],
      // What suites read must not be written while they run, so it is built before them.
      ['build'],
    ],
  ],
  [
    [[...suitesOf(...FIRST), ONE_BY_ONE]],
    [['test', ...[...FIRST, ...LAST].map((name) => `--filter=!@keyframe/${name}`), ONE_BY_ONE]],
  ],
  [[suitesOf('acceptance')], [suitesOf('server'), [...suitesOf(...SERVER_LAST), ONE_BY_ONE]]],
];
const FLAGS = [
  '--continue=always',
  '--output-logs=errors-only',
  '--log-order=grouped',
  '--log-prefix=none',
  '--summarize',
];
const BIN = join(ROOT, 'node_modules/.bin');
// What is imported is compiled once: suites start hundreds of processes, which then take half their CPU time.
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node-compile');
const RUN_SUMMARIES = '.turbo/runs/*.json';
const REPORTS = '{spec,packages/*,packages/acceptance/consumers,apps/*}/reports/test.json';

function removeFiles(pattern: string): void {
  for (const path of globSync(pattern, { cwd: ROOT })) rmSync(join(ROOT, path));
}

async function runTurbo(args: Run): Promise<void> {
  const turbo = spawn(join(BIN, 'turbo'), ['run', ...args, ...FLAGS], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...TELEMETRY_OFF,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  await once(turbo, 'close');
}

async function runAll(): Promise<TurboTask[]> {
  removeFiles(RUN_SUMMARIES);
  for (const lanes of STEPS) {
    await Promise.all(
      lanes.map(async (lane) => {
        for (const args of lane) await runTurbo(args);
      }),
    );
  }
  const summaries = globSync(RUN_SUMMARIES, { cwd: ROOT });
  const tasks = summaries.flatMap((path) => readTasks(readFileSync(join(ROOT, path), 'utf8')));
  // Without a summary nothing ran, whatever turbo's exit code says.
  const missing = STEPS.flat(2).length - summaries.length;
  return missing === 0 ? tasks : [...tasks, neverRan(`turbo run (${missing} without a summary)`)];
}

function neverRan(command: string): TurboTask {
  const cache = { status: 'MISS' };
  return { taskId: command, task: 'turbo', directory: '', command, cache, execution: null };
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

function rankOf({ cache }: TurboTask): number {
  return cache.status === 'HIT' ? 0 : 1;
}

// Whatever neither turbo restores nor a suite writes in this run must not be there to be counted.
removeFiles(REPORTS);
// A task that several runs need is cached in all but the one that ran it.
const cachedFirst = (await runAll()).toSorted((one, other) => rankOf(one) - rankOf(other));
const tasks = [...new Map(cachedFirst.map((task) => [task.taskId, task])).values()];
const tested = tasks.filter(({ task }) => task === 'test').map((task) => ({ task, report: reportOf(task) }));
const summaries = [
  ...tasks.filter(({ task }) => task !== 'test').map((task) => summarizeCheck(task)),
  ...tested.map(({ task, report }) => summarizeSuite(task, report)),
  summarizeCoverage(tested),
];
console.log(`\n${summaryTable(summaries)}\n\n${closingLine(summaries)}`);
process.exitCode = summaries.some(({ failed }) => failed > 0) ? 1 : 0;
