// The common parts of the long runs as commands: options, table and exit status.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { markdownTable } from 'markdown-table';

/** The options of a run. */
export interface RunChoice {
  readonly count: number;
  readonly seed: number;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The result of a run: figures to print, and findings. */
export interface RunOutcome {
  readonly figures: readonly (readonly [name: string, figure: string | number])[];
  readonly findings: readonly string[];
}

/** How a command is called: `npm run <name> -- [--<counted> <count>] [--seed n]`. */
export interface CommandForm {
  readonly name: string;
  readonly counted: string;
  /** By default. */
  readonly count: number;
}

const WRONG = 1;
const NOT_RUN = 2;
/** Characters of a finding. */
const SHOWN = 4000;

/** Runs a command: exit code 0 when nothing was wrong, 1 with findings, 2 when it could not run. */
export async function runCommand(
  form: CommandForm,
  run: (choice: RunChoice) => Promise<RunOutcome>,
): Promise<void> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  try {
    const { count, seed } = readChoice(form);
    console.error(`seed ${seed}`);
    const startedAt = performance.now();
    const { figures, findings } = await run({ count, seed, signal: interrupted.signal });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const rows = [...figures, ['seconds', seconds] as const].map(([name, figure]) => [name, String(figure)]);
    console.log(markdownTable([['figure', ''], ...rows], { align: ['l', 'r'] }));
    for (const finding of findings) console.log(`WRONG: ${finding.slice(0, SHOWN)}`);
    console.log(
      findings.length === 0 ? 'Nothing was wrong.' : `${findings.length} findings with seed ${seed}`,
    );
    process.exitCode = findings.length === 0 ? 0 : WRONG;
  } catch (error) {
    console.error(error);
    process.exitCode = NOT_RUN;
  }
}

function readChoice({ name, counted, count }: CommandForm): Pick<RunChoice, 'count' | 'seed'> {
  const { values } = parseArgs({
    options: {
      [counted]: { type: 'string', default: String(count) },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  const read = (option: string) => {
    const text = String(values[option]);
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new TypeError(
      `--${option} must be a whole number (got ${text}): npm run ${name} -- [--${counted} ${count}] [--seed n]`,
    );
  };
  return { count: read(counted), seed: read('seed') };
}
