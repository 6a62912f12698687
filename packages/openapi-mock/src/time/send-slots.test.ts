import { expect, test } from 'vitest';
import { MAX_SENDING, MAX_WAITING, SendSlots } from './send-slots.ts';

/** Slots with work that ends when `end` is called with its number. */
function createWork() {
  const slots = new SendSlots();
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const run = (number: number) =>
    slots.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.set(number, resolve));
    });
  return { slots, started, run, end: (number: number) => ends.get(number)?.() };
}

/** Returns the result of work that was not run, or `waits`. */
function peek(result: Promise<string | undefined>): Promise<string | undefined> {
  return Promise.race([result, 'waits']);
}

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

test('work beyond the limit waits, and starts in order', async () => {
  const { started, run, end } = createWork();
  const results = count(MAX_SENDING + 3).map(run);
  expect(started).toEqual(count(MAX_SENDING));
  end(5);
  expect(await results[5]).toBeUndefined();
  end(0);
  await results[0];
  expect(started).toEqual(count(MAX_SENDING + 2));
});

test('a slot of work that fails is free again', async () => {
  const { slots, started, run } = createWork();
  const failures = count(MAX_SENDING).map(() => slots.run(() => Promise.reject(new Error('reset'))));
  void run(1);
  expect(started).toEqual([]);
  for (const failure of failures) await expect(failure).rejects.toThrow('reset');
  expect(started).toEqual([1]);
});

test('work beyond the queue is not run, and the waiting work keeps its order', async () => {
  const { started, run, end } = createWork();
  for (const number of count(MAX_SENDING + MAX_WAITING)) void run(number);
  expect(await peek(run(-1))).toBe('10000 callbacks were waiting already');
  end(0);
  await expect.poll(() => started.at(-1)).toBe(MAX_SENDING);
  expect(await peek(run(-2))).toBe('waits');
  expect(started).toHaveLength(MAX_SENDING + 1);
});

test('work of a resource that was removed is not run, and frees its slot', async () => {
  const { slots, started, run, end } = createWork();
  for (const number of count(MAX_SENDING)) void run(number);
  const origin = { isRemoved: false };
  const removed = slots.run(() => Promise.reject(new Error('was run')), origin);
  void run(-1);
  origin.isRemoved = true;
  end(0);
  expect(await removed).toBe('the resource was removed');
  await expect.poll(() => started.at(-1)).toBe(-1);
});

test('closing drops work that waits, and frees no slot', async () => {
  const { slots, started, run, end } = createWork();
  const results = count(MAX_SENDING + 2).map(run);
  slots.close();
  void run(-1);
  await Promise.all(results.slice(MAX_SENDING).map(peek));
  expect(started).toEqual(count(MAX_SENDING));
  expect(await results.at(-1)).toBe('the mock was closed');
  end(0);
  await expect.poll(() => started.at(-1)).toBe(-1);
});
