import { expect, test } from 'vitest';
import { isExponential } from './is-exponential.ts';

test.each([
  '(a+)+$',
  '(a*)*b',
  '^(\\w+\\s?)*$',
  '(a|a)*b',
  '(a|b|ab)*c',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*,){12,}P',
  '^(?:(?:a?){20,}){20,}$',
  '(?=(x+x+)+y)z',
  '([^"]*|\\w)*"',
  '(\\p{L}|é)+!',
])('%s can take time that doubles with each character', (source) => {
  expect(isExponential(source)).toBe(true);
});

test.each([
  '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$',
  '^(?:[^,]+,)*[^,]+$',
  '^https?://[^/?#]',
  '^\\d{1,3}(?:,\\d{3})*(?:\\.\\d+)?$',
  '^(?:a|b|c)*$',
  '\\s+$',
  '^(?!.*--)[a-z-]+$',
  '^([a-z]+)-\\1$',
  '^.{1,500}$',
  '',
])('%s cannot', (source) => {
  expect(isExponential(source)).toBe(false);
});
