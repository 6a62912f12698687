// Command: the full run, or one of another length or seed.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos.ts';

/** Characters of a finding. */
const SHOWN = 1000;
const USAGE = 'npm run chaos -- [--kills 100] [--seed n]';

function readNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new TypeError(`takes a whole number, got ${text}`);
}

function options() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  return { kills: readNumber(values.kills), seed: readNumber(values.seed) };
}

async function run(chosen: { readonly kills: number; readonly seed: number }): Promise<void> {
  console.error(`seed ${chosen.seed}`);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
  const { figures, findings } = await runChaos({
    ...chosen,
    ...{ apis: 3, workers: 3, customers: 8 },
    signal: interrupted.signal,
    onKill: (number, victim) => console.error(`kill ${number}: ${victim}`),
  });
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${figure}`);
  for (const finding of findings) console.log(`WRONG: ${finding.slice(0, SHOWN)}`);
  console.log(
    findings.length === 0 ? 'Nothing was lost.' : `${findings.length} findings with seed ${chosen.seed}`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}

try {
  await run(options());
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n${USAGE}` : error);
  process.exitCode = 2;
}
