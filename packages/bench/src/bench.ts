// Command: runs the benchmarks that are named, or the short ones, and prints one table.
import { BENCHMARKS, LONG } from './benchmarks/index.ts';
import { type Comparison, decideExitStatus } from './comparison.ts';
import { parseOptions, UsageError } from './options.ts';
import { comparisonTable } from './table.ts';

const interrupted = new AbortController();

/** Returns the exit status. */
async function run(): Promise<number> {
  const { names, isStrict, ...options } = parseOptions(process.argv.slice(2), {
    known: Object.keys(BENCHMARKS),
    long: LONG,
  });
  const comparisons: Comparison[] = [];
  let hasFailed = false;
  for (const name of names) {
    if (interrupted.signal.aborted) break;
    console.error(`${name} …`);
    try {
      comparisons.push(...((await BENCHMARKS[name]?.(options)) ?? []));
    } catch (error) {
      console.error(`${name} gave no figures:`, error);
      hasFailed = true;
    }
  }
  if (comparisons.length > 0) console.log(`\n${comparisonTable(comparisons)}`);
  return interrupted.signal.aborted ? INTERRUPTED : decideExitStatus(comparisons, { isStrict, hasFailed });
}

const WRONG_USAGE = 2;
const INTERNAL_ERROR = 3;
const INTERRUPTED = 130;
// Ctrl-C reaches the processes under measurement too; their end fails the benchmark, which then cleans up.
process.on('SIGINT', () => interrupted.abort());

process.exitCode = await run().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? error.message : error);
  return isUsage ? WRONG_USAGE : INTERNAL_ERROR;
});
