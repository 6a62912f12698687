// Command: which judge catches which mutant, and in what time, as Markdown. `--help` tells its options.
import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { FLEET_MUTANTS, MUTANTS } from './all-mutants.ts';
import { pageOf, type Result } from './table.ts';

const USAGE = `usage: node tests/mutants/score.ts [<options>]

  --judge <name>     contract-gate (the default), Schemathesis, Dredd, "Prism proxy" or respect (repeatable)
  --area <name>      mutants of this area only
  --mutant <text>    mutants whose name holds this text
  --every <n>        every n-th mutant of each area
  --spread           in an order of which every beginning is a sample of all areas
  --seed <n>         1 by default
  --jobs <n>         trials at once, 1 by default
  --originals <n>    instead of mutants, the servers that conform, with the seeds from 1 to n
  --results <file>   append each result to this file, and leave out what it holds already
  --page <file>      write all results to this page

Schemathesis is started as $SCHEMATHESIS, "schemathesis" by default. Exit status: 1 if contract-gate misses a mutant that
it is expected to catch, catches one that is listed as missed, or accuses the server that conforms.`;

const { values } = parseArgs({
  options: {
    judge: { type: 'string', multiple: true, default: ['contract-gate'] },
    area: { type: 'string' },
    mutant: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    spread: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    originals: { type: 'string' },
    results: { type: 'string' },
    page: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const ALL: Readonly<Record<string, readonly { name: string; missed?: string }[]>> = {
  ...MUTANTS,
  ...FLEET_MUTANTS,
};
const ORIGINALS = ['original', 'original fleet'];

type Trial = Pick<Result, 'area' | 'judge' | 'mutant' | 'seed'>;

const TRIAL = fileURLToPath(new URL('run-trial.ts', import.meta.url));
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
const run = promisify(execFile);

if (values.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const known = values.results === undefined ? [] : await readResults(values.results);
  const isKnown = (trial: Trial) => known.some((result) => keyOf(result) === keyOf(trial));
  const trials = trialsOf();
  const waiting = trials.filter((trial) => !isKnown(trial)).values();
  const results = known.filter((result) => trials.some((trial) => keyOf(trial) === keyOf(result)));
  const work = async () => {
    for (const trial of waiting) results.push(await performTrial(trial));
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  if (values.page !== undefined)
    await writeFile(values.page, pageOf([...new Set([...known, ...results])], ALL));
  const own = results.filter(({ judge }) => judge === 'contract-gate');
  const mutated = own.filter(({ mutant }) => mutant !== undefined);
  const caught = mutated.filter(({ found }) => found.length > 0);
  const wrong = own.filter((result) => result.found.length > 0 !== isToBeFound(result));
  if (mutated.length > 0) console.log(`contract-gate: ${caught.length} of ${mutated.length} mutants caught.`);
  console.log(`contract-gate: ${own.length - wrong.length} of ${own.length} results as expected.`);
  for (const { mutant, seed, found } of wrong) {
    const what = found.length > 0 ? 'caught' : 'missed';
    console.log(`  not expected: ${mutant ?? 'the original'}, seed ${seed}: ${what}`);
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

// The list of what is missed must be right either way.
function isToBeFound({ area, mutant }: Result): boolean {
  const known = ALL[area]?.find(({ name }) => name === mutant);
  return mutant !== undefined && known?.missed === undefined;
}

async function readResults(path: string): Promise<Result[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Result => JSON.parse(line));
}

function keyOf({ judge, seed, area, mutant }: Trial): string {
  return JSON.stringify([judge, seed, area, mutant]);
}

// Judges take turns at one mutant, so that other load on the machine meets all of them.
function trialsOf(): Trial[] {
  if (values.originals !== undefined) {
    const seeds = Array.from({ length: Number(values.originals) }, (_, index) => index + 1);
    return ORIGINALS.filter(isWantedArea).flatMap((area) =>
      seeds.flatMap((seed) => judgesOf(area).map((judge) => ({ judge, seed, area }))),
    );
  }
  const asked = Object.entries(ALL)
    .filter(([area]) => isWantedArea(area))
    .flatMap(([area, mutants]) =>
      mutants
        .filter(({ name }, index) => name.includes(values.mutant) && index % Number(values.every) === 0)
        .map(({ name }) => ({ seed: Number(values.seed), area, mutant: name })),
    );
  const ordered = values.spread ? spread(asked) : asked;
  return ordered.flatMap((trial) => judgesOf(trial.area).map((judge) => ({ judge, ...trial })));
}

function isWantedArea(area: string): boolean {
  return values.area === undefined || area === values.area;
}

// The others have no hooks and workflows for the fleet.
function judgesOf(area: string): readonly string[] {
  const isOfShop = area === 'original' || Object.hasOwn(MUTANTS, area);
  return values.judge.filter((judge) => isOfShop || judge === 'contract-gate');
}

// Multiples of the golden ratio fill a circle evenly, however many there are.
function spread<TItem>(items: readonly TItem[]): TItem[] {
  const places = items.map((_, index) => (index * GOLDEN_RATIO) % 1);
  const ranks = places.toSorted((one, other) => one - other);
  return places.flatMap((place) => items[ranks.indexOf(place)] ?? []);
}

async function performTrial(trial: Trial): Promise<Result> {
  const { judge, seed, area, mutant } = trial;
  const words = [TRIAL, judge, String(seed), area, ...(mutant === undefined ? [] : [mutant])];
  const { stdout } = await run(process.execPath, words, { maxBuffer: 2 ** 26 });
  const result: Result = { ...trial, ...JSON.parse(stdout.trim().split('\n').at(-1) ?? '') };
  const { found, seconds = 0 } = result;
  console.log(
    `${judge}: ${mutant ?? `original, seed ${seed}`}: ${found.join(', ') || 'nothing'} (${seconds.toFixed(1)} s)`,
  );
  if (values.results !== undefined) await appendFile(values.results, `${JSON.stringify(result)}\n`);
  return result;
}
