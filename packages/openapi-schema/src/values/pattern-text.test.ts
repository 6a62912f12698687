import { expect, test } from 'vitest';
import { textOfPattern } from './pattern-text.ts';
import { createRandom } from './random.ts';

function listTexts(pattern: string, count: number): string[] {
  const random = createRandom(1);
  return Array.from({ length: count }, () => textOfPattern(pattern, random));
}

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
  expect(listTexts(pattern, 20).filter((text) => !expression.test(text))).toEqual([]);
});

test.each([
  ['^(?=.*[A-Za-z])(?=.*[0-9]).*$', 7],
  ['^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[$!%*?&])[A-Za-z\\d$!%*?&]{8,}$', 8],
  ['^(?=(?:.*\\d){2})[a-z\\d-]{4}$', 4],
  ['^(?!.*--)[a-z]+(?:-[a-z]+)*$', 12],
])('texts for the pattern %s with at least %i characters are made', (pattern, least) => {
  const expression = new RegExp(pattern, 'u');
  const random = createRandom(1);
  const texts = Array.from({ length: 48 }, () => textOfPattern(pattern, random, { least }));
  expect(texts.filter((text) => text.length >= least && expression.test(text))).not.toEqual([]);
});

test('repetitions inside of repetitions stay short', () => {
  const text = textOfPattern('^(?:(?:a+b)+c){1,}$', () => 0.999, { least: 100 });
  expect(text.length).toBeLessThan(5_000);
});

test('texts for a pattern with groups are not empty, and differ', () => {
  const texts = listTexts('^(a|b)(c|d)[0-9]{2}$', 40);
  expect(texts.every((text) => text.length === 4)).toBe(true);
  expect(new Set(texts).size).toBeGreaterThan(4);
});

test('returns an empty text for an invalid regular expression', () => {
  expect(textOfPattern('(', () => 0)).toBe('');
});
