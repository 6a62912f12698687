import { expect, test } from 'vitest';
import { collectItems } from './collect-items.ts';

/** A clock whose timers end when `end` is called. */
function createClock() {
  const timers = new Set<() => void>();
  const setTimer = (_: number, run: () => void) => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  const end = () => {
    for (const run of timers) run();
  };
  return { clock: { setTimer }, timers, end };
}

async function* stream(items: readonly unknown[], last?: Promise<unknown>) {
  yield* items;
  await last;
}

const LIMITS = { ms: 1_000, bytes: 100 };

test('collects all items of a stream that ends', async () => {
  const { clock, timers } = createClock();
  const collection = await collectItems(stream([{ id: 1 }, 'a', undefined]), { ...LIMITS, clock });
  expect(collection).toEqual({ items: ['{"id":1}', '"a"', 'null'], isComplete: true });
  expect(timers.size).toBe(0);
});

test('collects the items until the time is over, and ignores a failure after that', async () => {
  const { clock, timers, end } = createClock();
  let fail = (_: Error): void => undefined;
  const last = new Promise((_, reject) => {
    fail = reject;
  });
  const collecting = collectItems(stream([1, 2], last), { ...LIMITS, clock });
  await new Promise((resolve) => setImmediate(resolve));
  end();
  expect(await collecting).toEqual({ items: ['1', '2'], isComplete: false });
  expect(timers.size).toBe(0);
  fail(new Error('closed'));
});

test('collects the items that fit into the limit of bytes', async () => {
  const { clock } = createClock();
  const collection = await collectItems(stream(['→', '→', '→']), { ms: 1_000, bytes: 10, clock });
  expect(collection).toEqual({ items: ['"→"', '"→"'], isComplete: false });
});

test('a stream that fails is an error', async () => {
  const { clock } = createClock();
  const failing = stream([1], Promise.reject(new Error('reset')));
  await expect(collectItems(failing, { ...LIMITS, clock })).rejects.toThrow('reset');
});
