import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, selectPage } from './select-page.ts';

const ALL = [9, 7, 5, 3, 1].map((position) => ({ position }));

test.each([
  [{ limit: 2, offset: 0, after: undefined }, [9, 7], true],
  [{ limit: 2, offset: 0, after: 7 }, [5, 3], true],
  [{ limit: 2, offset: 4, after: undefined }, [1], false],
  [{ limit: 2, offset: 9, after: undefined }, [], false],
  [{ limit: 9, offset: 0, after: 1 }, [], false],
  [{ limit: 2, offset: 0, after: 6 }, [5, 3], true],
  [{ limit: 9, offset: 0, after: 10 }, [9, 7, 5, 3, 1], false],
])('the page %j has the items at the positions %j', (request, positions, hasMore) => {
  const items = positions.map((position) => ({ position }));
  expect(selectPage(ALL, request)).toMatchObject({ items, hasMore });
});

test('a page of another order continues after its last item', () => {
  const sorted = ALL.toReversed();
  expect(selectPage(sorted, { limit: 2, offset: 0, after: 3 }).items).toEqual(sorted.slice(2, 4));
});

test.each([1, 20, 12_345])('a cursor for %j is read back', (position) => {
  const cursor = encodeCursor(position);
  expect([decodeCursor(cursor), encodeURIComponent(cursor)]).toEqual([position, cursor]);
});

test.each(['', 'ü', 'eA', 'MQ', btoa('after:0'), btoa('after:x'), btoa('after:1.5')])(
  'the text %j is not a cursor',
  (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  },
);
