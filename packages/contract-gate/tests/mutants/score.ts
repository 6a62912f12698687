// Command: measures which tool detects which mutant, stores the results in results.jsonl, and prints them as Markdown.
import { execFile } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import {
  getKey,
  isDetected,
  isWarned,
  joinResults,
  type PlannedTrial,
  type Result,
  readResults,
  writeResults,
} from './results.ts';
import { SUBJECTS } from './subjects.ts';
import { renderPage } from './table.ts';

const USAGE = `usage: node tests/mutants/score.ts [<options>]

  --tool <name>      contract-gate (the default), Schemathesis, Dredd, "Prism proxy" or respect (repeatable)
  --area <name>      mutants of this area only
  --mutant <text>    mutants whose name holds this text
  --every <n>        every n-th mutant of each area
  --spread           in an order of which every beginning is a sample of all areas
  --seed <n>         1 by default
  --jobs <n>         trials at once, 1 by default
  --originals <n>    instead of mutants, the servers that conform, with the seeds from 1 to n
  --timed <n>        the first n of the mutants, for the times only
  --missing          only what the results do not hold
  --save             add what is found to the results, trial by trial, and renew the page
  --results <file>   tests/mutants/results.jsonl by default
  --print            only write the table of the stored results
  --page <file>      reports/mutants.md by default

Schemathesis is started as $SCHEMATHESIS, "schemathesis" by default. A mutant is caught by an
error or a warning; a note does not count. Exit status: 1 if contract-gate misses a mutant that it is expected to catch,
catches one that is listed as missed, or reports an error or a warning about a server that conforms.`;

const { values } = parseArgs({
  options: {
    tool: { type: 'string', multiple: true, default: ['contract-gate'] },
    area: { type: 'string' },
    mutant: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    spread: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    originals: { type: 'string' },
    timed: { type: 'string' },
    missing: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    results: { type: 'string', default: fileURLToPath(new URL('./results.jsonl', import.meta.url)) },
    page: { type: 'string', default: fileURLToPath(new URL('../../reports/mutants.md', import.meta.url)) },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const TRIAL = fileURLToPath(new URL('./run-trial.ts', import.meta.url));
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const run = promisify(execFile);

if (values.help) console.log(USAGE);
else if (values.print) await renewPage();
else await main();

async function main(): Promise<void> {
  const known = new Map(
    values.missing ? (await readResults(values.results)).map((result) => [getKey(result), result]) : [],
  );
  const questions = listPlannedTrials();
  const results = questions.flatMap((question) => known.get(getKey(question)) ?? []);
  const waiting = questions.filter((question) => !known.has(getKey(question))).values();
  const work = async () => {
    for (const question of waiting) results.push(await performTrial(question));
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  if (values.save) await renewPage();
  sumUp(results.filter(({ tool }) => tool === 'contract-gate'));
}

// Others may have added results meanwhile.
async function renewPage(): Promise<void> {
  const all = joinResults(await readResults(values.results), []);
  await writeResults(values.results, all);
  await mkdir(dirname(values.page), { recursive: true });
  await writeFile(values.page, renderPage(all));
}

function sumUp(own: readonly Result[]): void {
  const mutated = own.filter(({ mutant }) => mutant !== undefined);
  const caught = mutated.filter(isDetected);
  const warned = mutated.filter(isWarned).length;
  const wrong = own.filter((result) => isDetected(result) !== isToBeFound(result));
  if (mutated.length > 0)
    console.log(
      `contract-gate: ${caught.length} of ${mutated.length} mutants caught, ${warned} of them with warnings only.`,
    );
  console.log(`contract-gate: ${own.length - wrong.length} of ${own.length} results as expected.`);
  for (const { area, mutant, seed, found } of wrong) {
    const what = found.length > 0 ? 'caught' : 'missed';
    console.log(`  not expected: ${mutant ?? `the ${area}`}, seed ${seed}: ${what}`);
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

// The list of what is missed must be right either way.
function isToBeFound({ area, mutant }: Result): boolean {
  const known = SUBJECTS.flatMap(({ mutants }) => mutants[area] ?? []).find(({ name }) => name === mutant);
  return mutant !== undefined && known?.missed === undefined;
}

// Tools take turns at each mutant, so that other load on the machine affects all of them.
function listPlannedTrials(): PlannedTrial[] {
  const trials = values.originals === undefined ? planMutants() : planOriginals(Number(values.originals));
  const ordered = values.spread ? spread(trials) : trials;
  const isTimed = values.timed !== undefined;
  return ordered
    .slice(0, isTimed ? Number(values.timed) : undefined)
    .flatMap((trial) => values.tool.map((tool) => ({ tool, ...trial, ...(isTimed ? { isTimed } : {}) })));
}

type TrialWithoutTool = Omit<PlannedTrial, 'tool'>;

function planOriginals(count: number): TrialWithoutTool[] {
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  return SUBJECTS.filter(({ original }) => isWantedArea(original)).flatMap(({ original: area }) =>
    seeds.map((seed) => ({ area, seed })),
  );
}

function planMutants(): TrialWithoutTool[] {
  return SUBJECTS.flatMap(({ mutants }) => Object.entries(mutants))
    .filter(([area]) => isWantedArea(area))
    .flatMap(([area, mutants]) =>
      mutants
        .filter(({ name }, index) => name.includes(values.mutant) && index % Number(values.every) === 0)
        .map(({ name }) => ({ seed: Number(values.seed), area, mutant: name })),
    );
}

function isWantedArea(area: string): boolean {
  return values.area === undefined || area === values.area;
}

// Multiples of the golden ratio fill a circle evenly, however many there are.
function spread<TItem>(items: readonly TItem[]): TItem[] {
  const positions = items.map((_, index) => (index * GOLDEN_RATIO) % 1);
  const ranks = positions.toSorted((one, other) => one - other);
  return positions.flatMap((position) => items[ranks.indexOf(position)] ?? []);
}

async function performTrial({ isTimed = false, ...question }: PlannedTrial): Promise<Result> {
  const { tool, seed, area, mutant } = question;
  const words = [TRIAL, tool, String(seed), area, ...(mutant === undefined ? [] : [mutant])];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 2 ** 26 });
  const { found, seconds } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const result: Result = { ...question, found, ...(isTimed ? { seconds: Number(seconds.toFixed(1)) } : {}) };
  const what = found.join(', ') || 'nothing';
  console.log(`${tool}: ${mutant ?? `${area}, seed ${seed}`}: ${what} (${seconds.toFixed(1)} s)`);
  if (values.save) await appendFile(values.results, `${JSON.stringify(result)}\n`);
  return result;
}
