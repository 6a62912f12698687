import { expect, test } from 'vitest';
import { listUnstable } from './list-unstable.ts';

const page = (ids: readonly string[], isCutOff = false) => ({ ids, isCutOff }) as never;

test.each([
  ['the same order', [page(['a', 'b'])], [page(['a']), page(['b'])], 0],
  ['another order', [page(['a', 'b'])], [page(['b', 'a'])], 1],
  ['a page without a response', [page(['a']), page(['b'])], [page(['a'], true)], 0],
  ['no response the first time', [], [page(['a'])], 0],
])('a list that is read twice with %s is reported', async (...[, first, second, expected]) => {
  const observed = { list: { operation: {} }, first, second } as never;
  expect(await listUnstable.run(observed)).toHaveLength(expected);
});
