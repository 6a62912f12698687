// The common parts of the long runs as commands: options, table and exit status.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { UsageError } from '@keyframe/test-kit';
import { markdownTable } from 'markdown-table';

/** The options of a run. */
export interface RunChoice {
  readonly count: number;
  readonly seed: number;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** The address of a server that is running; undefined: the command starts its own. */
  readonly server: URL | undefined;
  /** A revision of the repository; undefined: the command chooses one. */
  readonly from: string | undefined;
}

/** The result of a run: figures to print, and findings. */
export interface RunOutcome {
  readonly figures: readonly (readonly [name: string, figure: string | number])[];
  readonly findings: readonly string[];
}

/** How a command is called: `npm run <name> -- [--<counted> <count>] [--seed n] [--server <url>] [--from <revision>]`. */
export interface CommandForm {
  readonly name: string;
  readonly counted: string;
  /** By default. */
  readonly count: number;
  /** Whether it can run against a server that is running. */
  readonly takesServer?: boolean;
  /** Whether it compares this version with another one. */
  readonly takesRevision?: boolean;
}

const WRONG = 1;
const WRONG_USAGE = 2;
const NOT_RUN = 3;
/** Characters of a finding. */
const SHOWN = 4000;

/** Runs a command: exit status 0 fine, 1 findings, 2 usage, 3 a run that could not be completed. */
export async function runCommand(
  form: CommandForm,
  run: (choice: RunChoice) => Promise<RunOutcome>,
): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  try {
    const choice = readChoice(form);
    const { seed } = choice;
    console.error(`seed ${seed}`);
    const startedAt = performance.now();
    const { figures, findings } = await run({ ...choice, signal: interrupted.signal });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const rows = [...figures, ['seconds', seconds] as const].map(([name, figure]) => [name, String(figure)]);
    console.log(markdownTable([['figure', ''], ...rows], { align: ['l', 'r'] }));
    for (const finding of findings) console.log(`WRONG: ${finding.slice(0, SHOWN)}`);
    console.log(
      findings.length === 0 ? 'Nothing was wrong.' : `${findings.length} findings with seed ${seed}`,
    );
    process.exitCode = findings.length === 0 ? 0 : WRONG;
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

/** Prints the error of a run, and returns its exit status: 2 usage, 3 a run that could not be completed. */
export function reportError(error: unknown): number {
  const isUsage = isUsageError(error);
  console.error(isUsage ? error.message : error);
  return isUsage ? WRONG_USAGE : NOT_RUN;
}

function isUsageError(error: unknown): error is Error {
  const isOfParser =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
  return error instanceof UsageError || isOfParser;
}

function readChoice(form: CommandForm): Omit<RunChoice, 'signal'> {
  const { counted, count, takesServer = false, takesRevision = false } = form;
  const { values }: { values: Readonly<Record<string, unknown>> } = parseArgs({
    options: {
      [counted]: { type: 'string', default: String(count) },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      ...(takesServer && { server: { type: 'string' } }),
      ...(takesRevision && { from: { type: 'string' } }),
    },
  });
  const read = (option: string) => {
    const text = String(values[option]);
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new UsageError(`--${option} must be a whole number (got ${text}): ${formatUsage(form)}`);
  };
  const { server, from } = values;
  return {
    count: read(counted),
    seed: read('seed'),
    server: typeof server === 'string' ? parseServer(server) : undefined,
    from: typeof from === 'string' ? from : undefined,
  };
}

function formatUsage({ name, counted, count, takesServer, takesRevision }: CommandForm): string {
  const others = [
    ...(takesServer ? ['[--server <url>]'] : []),
    ...(takesRevision ? ['[--from <revision>]'] : []),
  ];
  return [`npm run ${name} -- [--${counted} ${count}] [--seed n]`, ...others].join(' ');
}

function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' && url.hostname === '127.0.0.1' && url.port !== '') return url;
  throw new UsageError(`--server must be an address such as http://127.0.0.1:4010 (got ${text})`);
}
