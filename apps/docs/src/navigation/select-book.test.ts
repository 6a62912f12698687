import { expect, test } from 'vitest';
import { hasLink, selectBook } from './select-book.ts';

const link = (href: string) => ({ type: 'link' as const, href });
const group = (...entries: readonly ReturnType<typeof link>[]) => ({ type: 'group' as const, entries });
const inGroup = (...entries: readonly ReturnType<typeof group>[]) => ({ type: 'group' as const, entries });

test.each([
  ['in the menu', '/docs/b/'],
  ['below one that is in the menu', '/docs/b/c/'],
])('a page %s shows the groups of its own book', (_where, path) => {
  const start = group(link('/docs/a/'));
  const build = group(link('/docs/b/'));
  const books = [inGroup(group(link('/docs/c/'))), inGroup(start, build)];
  expect(selectBook(books, path)).toEqual([start, build]);
});

test('a page of no book shows all books', () => {
  const books = [inGroup(group(link('/a/'))), inGroup(group(link('/b/')))];
  expect(selectBook(books, '/c/')).toBe(books);
});

test.each([
  ['/a/', true],
  ['/b/', false],
])('whether a menu leads to %s: %s', (href, expected) => {
  expect(hasLink([group(link('/a/'))], href)).toBe(expected);
});
