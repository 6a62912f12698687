// Command: runs the benchmarks that are named, or all of them, and prints one table. A missed target is a finding of
// the table, and ends with 3 only if `--strict` wants it; a benchmark that could not run, or whose effects are wrong, ends
// with 1.
import { BENCHMARKS, LONG } from './benchmarks/index.ts';
import { type Comparison, decideOutcome } from './comparison.ts';
import { parseOptions, UsageError } from './options.ts';
import { comparisonTable } from './table.ts';

async function run(): Promise<void> {
  const { names, isStrict, ...options } = parseOptions(process.argv.slice(2), {
    known: Object.keys(BENCHMARKS),
    long: LONG,
  });
  const comparisons: Comparison[] = [];
  for (const name of names) {
    if (process.exitCode === INTERRUPTED) break;
    console.error(`${name} …`);
    try {
      comparisons.push(...((await BENCHMARKS[name]?.(options)) ?? []));
    } catch (error) {
      console.error(`${name} gave no figures:`, error);
      process.exitCode ||= 1;
    }
  }
  if (comparisons.length > 0) console.log(`\n${comparisonTable(comparisons)}`);
  const isMissed = comparisons.some((comparison) => decideOutcome(comparison) === 'missed');
  if (isStrict && isMissed) process.exitCode ||= MISSED;
}

const MISSED = 3;
const INTERRUPTED = 130;
// Ctrl-C reaches the processes under measurement too; their end fails the benchmark, which then cleans up.
process.on('SIGINT', () => {
  process.exitCode = INTERRUPTED;
});

await run().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 2;
});
