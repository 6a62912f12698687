import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunOptions } from './comparison.ts';

/** Error thrown for invalid arguments; the message includes the usage. */
export class UsageError extends Error {
  readonly code = 'usage';
  override readonly name = 'UsageError';
}

const ROUNDS = '5';
const SECONDS = '5';
const SETS = '200';
const TASKS = '1000000';
/** One of each key. */
const LEAST_TASKS = 20_000;

/** The benchmarks there are, and those of them that run only when they are named. */
export interface BenchmarkNames {
  readonly known: readonly string[];
  readonly long: readonly string[];
}

function usage(problem: string, { known, long }: BenchmarkNames): UsageError {
  return new UsageError(`${problem}

npm run bench -- [names] [--rounds ${ROUNDS}] [--seconds ${SECONDS}] [--profile folder] [--tasks ${TASKS}] [--strict] [--against revision] [--search] [--sets ${SETS}] [--schemathesis command]
  names      ${known.join(', ')}; all but ${long.join(' and ')} unless given
  --rounds   measured rounds of each side
  --seconds  length of a round
  --profile  takes a CPU profile of each process of the server
  --tasks    growth: tasks that it stores, at least ${LEAST_TASKS}
  --strict   ends with 1 if a target is missed
  --against  submissions: the same at a revision of this repository, instead of pgbench
  --search   agents: measures the search instead of the tools
  --sets     agents: argument sets for each document, ${SETS} by default
  --python   agents: a Python with fastmcp, to measure that as well
  --schemathesis
             mock-stateful: the command of Schemathesis 4.32.5
  --documents
             agents: a folder of more documents; mock-gate: the folder of all documents`);
}

function read(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: ROUNDS },
      seconds: { type: 'string', default: SECONDS },
      tasks: { type: 'string', default: TASKS },
      profile: { type: 'string' },
      strict: { type: 'boolean', default: false },
      against: { type: 'string' },
      search: { type: 'boolean', default: false },
      sets: { type: 'string', default: SETS },
      python: { type: 'string' },
      schemathesis: { type: 'string' },
      documents: { type: 'string' },
    },
  });
}

/**
 * Reads the command's arguments.
 * @throws {UsageError}
 */
export function parseOptions(
  args: readonly string[],
  names: BenchmarkNames,
): RunOptions & { readonly names: readonly string[]; readonly isStrict: boolean } {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(args);
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error), names);
  }
  const { positionals, values } = parsed;
  const unknown = positionals.filter((name) => !names.known.includes(name));
  if (unknown.length > 0) throw usage(`Unknown benchmark: ${unknown.join(', ')}.`, names);
  const readCount = (option: 'rounds' | 'seconds' | 'sets' | 'tasks', least = 1): number => {
    const count = Number(values[option]);
    if (Number.isInteger(count) && count >= least) return count;
    throw usage(`--${option} must be a whole number from ${least}.`, names);
  };
  const usual = names.known.filter((name) => !names.long.includes(name));
  return {
    names: positionals.length > 0 ? positionals : usual,
    isStrict: values.strict,
    rounds: readCount('rounds'),
    // pgbench takes no fractions.
    seconds: readCount('seconds'),
    tasks: readCount('tasks', LEAST_TASKS),
    profileDirectory: values.profile === undefined ? undefined : resolve(values.profile),
    against: values.against,
    schemathesis: values.schemathesis,
    agents: {
      isSearch: values.search,
      sets: readCount('sets'),
      python: values.python,
    },
    documents: values.documents === undefined ? undefined : resolve(values.documents),
  };
}
