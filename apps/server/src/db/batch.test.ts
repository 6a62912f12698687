import { expect, test } from 'vitest';
import { batched } from './batch.ts';

const isItemError = (error: unknown) => error instanceof RangeError;

test('items of one turn of the event loop are one batch with results in order', async () => {
  const batches: number[][] = [];
  const double = batched(
    async (items: readonly number[]) => {
      batches.push([...items]);
      return items.map((item) => item * 2);
    },
    { concurrency: 4, size: 3, isItemError },
  );
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('one item is a batch while fewer batches than allowed are running', async () => {
  const held = Promise.withResolvers<void>();
  const batches: string[][] = [];
  const run = batched(
    async (items: readonly string[]) => {
      batches.push([...items]);
      await held.promise;
      return items;
    },
    { concurrency: 2, size: 10, isItemError },
  );
  const answers: Promise<string>[] = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    answers.push(run(item));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(batches).toEqual([['a'], ['b']]);
  held.resolve();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a bad item fails alone, and the others of its batch succeed', async () => {
  const root = batched(
    async (items: readonly number[]) => {
      if (items.some((item) => item < 0)) throw new RangeError('negative');
      return items.map(Math.sqrt);
    },
    { concurrency: 1, size: 10, isItemError },
  );
  const answers = await Promise.allSettled([4, -1, 9].map(root));
  expect(answers.map((answer) => ('value' in answer ? answer.value : answer.reason.message))).toEqual([
    2,
    'negative',
    3,
  ]);
});

test('a query that returns a different number of rows than items fails all of them', async () => {
  const short = batched(async (items: readonly number[]) => items.slice(1), {
    concurrency: 1,
    size: 10,
    isItemError,
  });
  const answers = await Promise.allSettled([1, 2, 3].map(short));
  expect(answers.map((answer) => 'reason' in answer && answer.reason.message)).toEqual(
    Array.from({ length: 3 }, () => 'A batch of 3 items was answered by 2 rows.'),
  );
});

test('an error that no item caused fails the batch once, and nothing is run twice', async () => {
  let runs = 0;
  const fails = batched(
    async (): Promise<readonly number[]> => {
      runs += 1;
      throw new Error('connection lost');
    },
    { concurrency: 1, size: 10, isItemError },
  );
  const answers = await Promise.allSettled([1, 2, 3].map(fails));
  expect(answers.every((answer) => answer.status === 'rejected')).toBe(true);
  expect(runs).toBe(1);
});

test('an item of another owner waits for one item of each owner, not for all that came before', async () => {
  const held = Promise.withResolvers<void>();
  const batches: string[][] = [];
  const run = batched(
    async (items: readonly string[]) => {
      batches.push([...items]);
      await held.promise;
      return items;
    },
    { concurrency: 1, size: 3, isItemError, findOwner: (item) => item.slice(0, 1) },
  );
  const answers = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1'].map(run);
  await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1']);
  expect(batches).toEqual([
    ['a1', 'b1', 'a2'],
    ['a3', 'a4', 'a5'],
  ]);
});
