import { expect, test } from 'vitest';
import { readPattern } from './read-pattern.ts';

test.each([
  '^a{1,5}$',
  '[\\w-]',
  '[a-z\\-]',
  '\\u{1F600}\\.\\/\\p{L}',
  '[]',
  '(?<year>\\d{4})\\k<year>',
  '[-\\d]',
])('%s is a pattern of the u flag', (source) => {
  expect(readPattern(source)).toBe(undefined);
});

test.each([
  ['^\\d{4}\\-\\d{2}$', '^\\d{4}-\\d{2}$', '\\-'],
  ['\\:\\_\\!\\"\\@\\ ', ':_!"@ ', '\\:, \\_, \\!, \\", \\@, \\ '],
  ['[\\_\\-\\]]+', '[_\\-\\]]+', '\\_'],
  ['[\\w-.]', '[\\w\\-.]', '-'],
  ['[+-\\d]', '[+\\-\\d]', '-'],
  ['^{[a-z]{2}}]$', '^\\{[a-z]{2}\\}\\]$', '{, }, ]'],
  ['\\é\\u{1F600}', 'é\\u{1F600}', '\\é'],
  ['\\Aa\\z', '^a$', '\\A, \\z'],
])('%s means %s', (source, expected, reason) => {
  expect(readPattern(source)).toEqual({ kind: 'escapes', source: expected, reason });
});

test.each([
  ['(?i)^ab[c-e]\\d$', '^[aA][bB][c-eC-E]\\d$', '(?i)'],
  ['^(?i)[a-fx_]', '^[a-fA-FxX_]', '(?i)'],
  ['(?i)é[^k]', '[é\\u{c9}][^kK]', '(?i)'],
  ['(?is).a', '[^][aA]', '(?is)'],
  ['(?s)a.\\.', 'a[^]\\.', '(?s)'],
  ['(?m)^a$', '(?<![^\\n\\r\\u2028\\u2029])a(?![^\\n\\r\\u2028\\u2029])', '(?m)'],
  ['\\A\\_a\\Z', '^_a$', '\\Z, \\A, \\_'],
  ['(?m)\\Aa\\z', '(?<![^])a(?![^])', '(?m), \\A, \\z'],
  ['(?P<year>\\d+)\\z', '(?<year>\\d+)$', '(?P<…>), \\z'],
  ['\\pL', '\\p{L}', '\\pL'],
])('%s is of another dialect and means %s', (source, expected, reason) => {
  expect(readPattern(source)).toEqual({ kind: 'dialect', source: expected, reason });
});

test.each([
  ['\\d{1-5}', '{1-5} is not a quantifier'],
  ['a{,5}', '{,5} is not a quantifier'],
  ['\\i\\_', '\\i is not an escape'],
  ['(a', 'unterminated group'],
  ['a**', 'nothing to repeat'],
  ['(?i)\\p{Lu}', 'its flags cannot be applied'],
  ['(?i:a)', 'invalid group'],
  ['a\\', '\\ is not an escape'],
  ['[z-a]', 'range out of order in character class'],
])('%s has no certain meaning: %s', (source, reason) => {
  expect(readPattern(source)).toEqual({ kind: 'invalid', source: undefined, reason });
});

test('a rewritten pattern matches as the original does without the u flag', () => {
  const texts = ['a', '-', ':', '_', '1-2', 'A:b', '{ab}]', '+', 'é', 'a.b', '', '[', '\\', '😀'];
  for (const source of ['\\d\\-\\d', '[\\w-.:]', '^{[a-z]{2}}]$', '[+-\\d\\_]', '\\:|\\_']) {
    const read = new RegExp(readPattern(source)?.source ?? '', 'u');
    const written = new RegExp(source);
    expect(texts.map((text) => read.test(text))).toEqual(texts.map((text) => written.test(text)));
  }
});
