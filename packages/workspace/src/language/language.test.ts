import { expect, test } from 'vitest';
import { compareShares, findVagueNames, lowerBaseline, measureNames } from './names.ts';
import { findOpenings, hasTitleOpening } from './openings.ts';
import { readTypeScript } from './read-source.ts';

test.each([
  ['src/a.ts', '// What a process reads.', ['// What a process reads.']],
  ['src/a.ts', 'const a = 1; // Of all owners.', ['const a = 1; // Of all owners.']],
  ['src/a.ts', '/** Whether it is one. */', []],
  ['src/a.ts', '/**\n * As in RFC 9110.\n */', ['* As in RFC 9110.']],
  ['src/a.sql', '-- Whose key it is.', ['-- Whose key it is.']],
  ['src/what-to-fill.test.ts', '', ['what-to-fill.test.ts']],
  ['README.md', '* Which one?', []],
])('finds the openings of %s: %s', (path, text, expected) => {
  expect(findOpenings(path, text)).toEqual(expected);
});

test.each([
  ["test('RES-20 what is sent', () => {});", true],
  ["test.each([1])('of %s', () => {});", true],
  ["test('rejects a key', () => {});", false],
])('reads the title of %s', (text, expected) => {
  expect(readTypeScript('a.test.ts', text).testTitles.some(hasTitleOpening)).toBe(expected);
});

test.each([
  ['const own = 1;', ['own']],
  ['const ownSchemas = 1;', []],
  ['function f(one: string, { found, rest: tail }: A) {}', ['one', 'found']],
  ['interface A { readonly sent: string }', ['sent']],
  ['class A { #parts = 1; other() {} }', ['parts', 'other']],
  ["import { given } from 'a'; given.held();", []],
])('finds the vague names of %s', (text, expected) => {
  expect(findVagueNames({ path: 'a.ts', text })).toEqual(expected);
});

test('measures the share of vague names and the calls of flatMap in 1,000 lines', () => {
  const text = `const own = 1;\nconst list = [1].flatMap((item) => [item]);\n${'\n'.repeat(98)}`;
  expect(measureNames([{ path: 'a.ts', text }])).toEqual({ vagueNames: 33.3, flatMaps: 10 });
  expect(measureNames([])).toEqual({ vagueNames: 0, flatMaps: 0 });
});

test.each([
  [{ vagueNames: 3, flatMaps: 1.5 }, {}, []],
  [{ vagueNames: 3.1, flatMaps: 1.5 }, {}, ['vagueNames: 3.1, at most 3 allowed']],
  [{ vagueNames: 5, flatMaps: 6 }, { vagueNames: 5, flatMaps: 5.9 }, ['flatMaps: 6, at most 5.9 allowed']],
])('compares %j with the baseline %j', (actual, baseline, expected) => {
  expect(compareShares(actual, baseline)).toEqual(expected);
});

test('a baseline goes down only, and ends at the limit', () => {
  const baseline = { vagueNames: 5, flatMaps: 4 };
  expect(lowerBaseline({ vagueNames: 6, flatMaps: 3.1 }, baseline)).toEqual({ vagueNames: 5, flatMaps: 3.5 });
  expect(lowerBaseline({ vagueNames: 2, flatMaps: 9 }, { vagueNames: 5 })).toEqual({});
});
