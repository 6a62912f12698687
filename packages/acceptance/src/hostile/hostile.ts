// Command: the full run, or one of another length or seed.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runHostile } from './run-hostile.ts';

const USAGE = 'npm run hostile -- [--requests 100000] [--seed n]';
const PROGRESS_EVERY = 10_000;

function readNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new TypeError(`takes a whole number, got ${text}`);
}

function options() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  return { count: readNumber(values.requests), seed: readNumber(values.seed) };
}

function table(title: string, counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return [title, ...rows.map(([name, count]) => `  ${name.padEnd(20)} ${count}`)].join('\n');
}

async function run({ count, seed }: { readonly count: number; readonly seed: number }): Promise<void> {
  console.error(`seed ${seed}`);
  const startedAt = performance.now();
  const { kinds, statuses, memory, findings } = await runHostile({
    ...{ count, seed },
    onProgress: (sent) => {
      if (sent % PROGRESS_EVERY === 0) console.error(`${sent} requests`);
    },
  });
  console.log(table('requests', kinds));
  console.log(table('answers', statuses));
  console.log(
    `memory of the API: ${Math.round(memory.early)} MiB after a tenth, ${Math.round(memory.late)} MiB at the end`,
  );
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} seconds`);
  for (const finding of findings) console.log(`WRONG: ${finding}`);
  console.log(
    findings.length === 0
      ? 'Every answer was the contract’s.'
      : `${findings.length} findings with seed ${seed}`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}

try {
  await run(options());
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n${USAGE}` : error);
  process.exitCode = 2;
}
