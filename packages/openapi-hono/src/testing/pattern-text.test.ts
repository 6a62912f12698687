import { expect, test } from 'vitest';
import { createSamples } from './samples.ts';

test.each([
  '^(a|b)c$',
  '^(?:task|batch)_[0-9a-f]{8}$',
  '^((https?):\\/\\/)?[a-z]+(\\.[a-z]{2,3})+$',
  '^[A-Z]{2}(-[A-Z0-9]{1,3})?$',
  '^(\\d{4})-(\\d{2})-\\1$',
  '^(?<year>[1-9]\\d*)\\k<year>$',
  '^[^/]+/[^/]+(/[^/]+)*$',
  '^\\p{Lu}\\p{Ll}*$',
  '^[\\u{1F600}-\\u{1F64F}]$',
  '^(|a)$',
])('texts for the pattern %s match it', (pattern) => {
  const expression = new RegExp(pattern, 'u');
  const texts = createSamples({}, { type: 'string', pattern }, { count: 20, seed: 1 });
  expect(texts.filter((text) => !expression.test(String(text)))).toEqual([]);
  expect(new Set(texts).size).toBeGreaterThan(0);
});

test('texts for a pattern with groups are not empty, and differ', () => {
  const schema = { type: 'string', pattern: '^(a|b)(c|d)[0-9]{2}$' };
  const texts = createSamples({}, schema, { count: 40, seed: 1 });
  expect(texts.every((text) => String(text).length === 4)).toBe(true);
  expect(new Set(texts).size).toBeGreaterThan(4);
});

test('does not parse an invalid regular expression', () => {
  expect(createSamples({}, { type: 'string', pattern: '(' }, { count: 1, seed: 1 })).toEqual(['']);
});
