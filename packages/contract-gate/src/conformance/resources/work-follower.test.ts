import { expect, test } from 'vitest';
import { readTime } from './work-follower.ts';

test.each([
  ['2026-01-02T00:00:00Z', 1_767_312_000_000],
  [1_767_312_000, 1_767_312_000_000],
  [1_767_312_000_000, 1_767_312_000_000],
  ['soon', undefined],
  [null, undefined],
  [undefined, undefined],
])('the time %j is %j', (value, expected) => {
  expect(readTime(value)).toBe(expected);
});
