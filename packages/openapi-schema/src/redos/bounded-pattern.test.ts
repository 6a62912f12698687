import { expect, test } from 'vitest';
import { boundedPattern } from './bounded-pattern.ts';

test.each([
  ['^(?:a|b)+$', '^(?:a|b)+$'],
  ['^(?:a|\\w)+$', '^(?:a|(?!a)\\w)+$'],
  [
    '^([a-z0-9-_ ]|[^\\x00-\\x7F]|é)+\\.json$',
    '^([a-z0-9-_ ]|(?![a-z0-9-_ ])[^\\x00-\\x7F]|(?![a-z0-9-_ ]|[^\\x00-\\x7F])é)+\\.json$',
  ],
  ['(a|\\w)*(b|\\w)*!', '(a|(?!a)\\w)*(b|(?!b)\\w)*!'],
  ['(a+)+$', undefined],
  ['(a|ab|b)+$', undefined],
])('%s is written %s', (source, expected) => {
  expect(boundedPattern(source)).toBe(expected);
});

test('rewrites a pattern to one that matches the same texts in linear time', () => {
  const source = '^([a-z0-9-_ ]|[^\\\\x00-\\\\x7F])+.(json|yaml)$';
  const bounded = new RegExp(boundedPattern(source) ?? '', 'u');
  const texts = ['a.json', 'Été.yaml', '.json', 'A.json', 'a', '', '\\.json', '-_ x.yaml', 'a'.repeat(20)];
  const expected = new RegExp(source, 'u');
  expect(texts.map((text) => bounded.test(text))).toEqual(texts.map((text) => expected.test(text)));
  expect(bounded.test('a'.repeat(2_000))).toBe(false);
});
