import { expect, test } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

const PIECES = [
  '',
  'a',
  'ab',
  'b',
  'aab',
  '-',
  '.',
  '1',
  '\n',
  ' ',
  'é',
  '\u{1F600}',
  '\ud83d',
  '_',
  'A',
  'a.b',
];
const TEXTS = PIECES.flatMap((first) =>
  PIECES.flatMap((second) => [first + second, `${first}${second}${first}`]),
);

test.each([
  '',
  'a',
  '^a',
  'a$',
  '^$',
  '^a*$',
  '^a+?b??$',
  '^(?:a|ab)(?:c|bcd|b)*$',
  '(a+)+b',
  '^(?:[ab]+-?){1,3}$',
  '^a{2}$',
  '^a{2,}$',
  '^a{1,2}b$',
  '^a{0}b?$',
  '^[ab]{2,3}.{1,2}$',
  'b{2,4}$',
  '^(?:a{1,2}b?){2}$',
  '^(?:){3}a$',
  '(a*)*$',
  '^(a?){3}$',
  '^(?:a*|b)+$',
  '^.$',
  '^[^]{2}$',
  '^[^ab\\]]+$',
  '^[\\]\\-a]+$',
  '^\\p{L}+$',
  '^\\P{L}+$',
  '^\\u{1F600}',
  '\\uD83D\\uDE00',
  '\\u0061\\x62',
  '^\\.|\\/$',
  '\\bb',
  'a\\Bb',
  '^(?!.*b)[a-z]*$',
  '^(?=.*a)(?=.*b).{2,}$',
  '(?<=a)b',
  '(?<!a)b',
  '(?<=a(?=b))b',
  '^(?:(?!ab)[^])+$',
  '(?=a$)a',
  '(?!)',
  '(?<name>a)b',
  '^|b',
  'a(?:$|b)',
  '(?<=^a+)b$',
])('%s matches the same texts as the matcher of JavaScript', (source) => {
  const expected = new RegExp(source, 'u');
  const pattern = linearPattern(source);
  expect(TEXTS.filter((text) => pattern.test(text))).toEqual(TEXTS.filter((text) => expected.test(text)));
});

test.each(['^(a+)\\1$', '(?<x>a)\\k<x>', '(?=(a)\\1)', '(?:(?:abc){1,100}){1,100}'])(
  '%s cannot be matched in linear time',
  (source) => {
    expect(() => linearPattern(source).test('a')).toThrow('cannot be matched linearly');
  },
);

test('has the source and the flags of a regular expression', () => {
  const pattern = linearPattern('^(a+)+$');
  expect(pattern).toBeInstanceOf(RegExp);
  expect([pattern.source, pattern.flags, String(pattern)]).toEqual(['^(a+)+$', 'u', '/^(a+)+$/u']);
});
