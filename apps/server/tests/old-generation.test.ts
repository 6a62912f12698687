// Objects of requests that have ended must not reach V8's old generation, where each collection of the young one copies
// what they refer to. A process of its own measures it, without the memory of the test runner.
import { startChild } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { useDatabase } from './support/database.ts';

const { url } = useDatabase();

const SOURCES = `${import.meta.dirname}/../src`;
const PRETENURING_OFF = '--no-allocation-site-pretenuring';

/** `oldBytes` is the size of the old generation. */
const PREAMBLE = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const isOld = ({ space_name }) => space_name === 'old_space';
  const oldBytes = () => getHeapSpaceStatistics().find(isOld).space_used_size;
`;

/** Runs a script that prints by how many bytes the old generation has grown. */
async function measureGrowth(script: string, flags: readonly string[]): Promise<number> {
  const args = ['--expose-gc', ...flags, '--input-type=module', '--eval', PREAMBLE + script];
  await using child = startChild({ args });
  const [, bytes] = await child.waitForOutput(/grown by (-?\d+)/);
  return Number(bytes);
}

test('items of a queue leave nothing behind', async () => {
  const script = `
    import { FairQueue } from '@keyframe/fairness';
    const queue = new FairQueue();
    const add = (index) => queue.add('owner ' + (index % 3), { data: new Array(100).fill(index) });
    for (let index = 0; index < 300; index += 1) add(index);
    gc();
    const before = oldBytes();
    for (let index = 0; index < 50_000; index += 1) {
      add(index);
      queue.take();
    }
    gc({ type: 'minor' });
    console.log('grown by', oldBytes() - before);
  `;
  // All items together take 45 MB.
  expect(await measureGrowth(script, [PRETENURING_OFF])).toBeLessThan(2_000_000);
});

test('objects of requests that wait together are allocated in the young generation', async () => {
  const script = `
    import { disablePretenuring } from '${SOURCES}/start/pretenuring.ts';
    disablePretenuring();
    const handle = (index) => {
      const parts = [index, 'a', { index }];
      parts.push({ all: [index] });
      return parts;
    };
    const handleTogether = () => Array.from({ length: 256 }, (_, index) => handle(index));
    for (let round = 0; round < 400; round += 1) {
      const waiting = handleTogether();
      if (round < 200) gc({ type: 'minor' });
      waiting.length = 0;
    }
    gc();
    const before = oldBytes();
    for (let round = 0; round < 2_000; round += 1) handleTogether();
    console.log('grown by', oldBytes() - before);
  `;
  // V8 decides about a young generation that has reached its largest size.
  const flags = ['--min-semi-space-size=1', '--max-semi-space-size=1'];
  expect(await measureGrowth(script, flags)).toBeLessThan(2_000_000);
});

test('prepared statements leave nothing behind', async () => {
  const script = `
    import { runPrepared } from '${SOURCES}/db/batch.ts';
    import { connectDatabase } from '${SOURCES}/db/database.ts';
    const { pool, close } = connectDatabase(${JSON.stringify(url)}, { max: 1 });
    const statement = { name: 'echo', text: 'SELECT $1::text AS text' };
    const run = async (count) => {
      for (let index = 0; index < count; index += 1) {
        await runPrepared(pool, statement, [String(index).padStart(10_000, 'x')]);
      }
    };
    await run(500);
    gc();
    const before = oldBytes();
    await run(2_000);
    gc({ type: 'minor' });
    console.log('grown by', oldBytes() - before);
    await close();
  `;
  // All texts together take 20 MB, and twice that with the rows.
  expect(await measureGrowth(script, [PRETENURING_OFF])).toBeLessThan(2_000_000);
});

test('work without a span leaves nothing behind', async () => {
  const script = `
    import { traced } from '${SOURCES}/telemetry/tracing.ts';
    const run = async (count) => {
      for (let index = 0; index < count; index += 1) {
        await traced('work', { kind: 'request', parent: null }, async () => index);
      }
    };
    await run(5_000);
    gc();
    const before = oldBytes();
    await run(20_000);
    gc({ type: 'minor' });
    console.log('grown by', oldBytes() - before);
  `;
  expect(await measureGrowth(script, [PRETENURING_OFF])).toBeLessThan(1_000_000);
});
