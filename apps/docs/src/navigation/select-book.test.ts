import { expect, test } from 'vitest';
import { hasLink, selectBook } from './select-book.ts';

const link = (href: string, isCurrent = false) => ({ type: 'link' as const, href, isCurrent });
const group = (...entries: readonly ReturnType<typeof link>[]) => ({ type: 'group' as const, entries });
const inGroup = (...entries: readonly ReturnType<typeof group>[]) => ({ type: 'group' as const, entries });

test('a page shows the groups of its own book', () => {
  const start = group(link('/a/'));
  const build = group(link('/b/', true));
  expect(selectBook([inGroup(start, build), inGroup(group(link('/c/')))])).toEqual([start, build]);
});

test('a page of no book shows all books', () => {
  const books = [inGroup(group(link('/a/'))), inGroup(group(link('/b/')))];
  expect(selectBook(books)).toBe(books);
});

test.each([
  ['/a/', true],
  ['/b/', false],
])('whether a menu leads to %s: %s', (href, expected) => {
  expect(hasLink([group(link('/a/'))], href)).toBe(expected);
});
