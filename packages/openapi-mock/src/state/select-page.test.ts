import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, selectPage } from './select-page.ts';

const ALL = ['a', 'b', 'c', 'd', 'e'];
const getKey = (item: string) => item;

test.each([
  [{ limit: 2, offset: 0, after: undefined }, ['a', 'b'], true],
  [{ limit: 2, offset: 0, after: 'b' }, ['c', 'd'], true],
  [{ limit: 2, offset: 4, after: undefined }, ['e'], false],
  [{ limit: 2, offset: 9, after: undefined }, [], false],
  [{ limit: 9, offset: 0, after: 'e' }, [], false],
])('the page %j has the items %j', (request, items, hasMore) => {
  expect(selectPage(ALL, request, getKey)).toMatchObject({ items, hasMore });
});

test('a page after an unknown item does not exist', () => {
  expect(selectPage(ALL, { limit: 2, offset: 0, after: 'x' }, getKey)).toBeUndefined();
});

test.each(['task_1', 'ü/1', ''])('a cursor for %j is read back', (key) => {
  expect(decodeCursor(encodeCursor(key))).toBe(key);
});
