import { expect, test } from 'vitest';
import { niceMaximum } from './nice-maximum.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [10, 10],
  [11, 20],
  [4999, 6000],
  [9001, 10_000],
])('a scale for %d ends at %d', (value, maximum) => {
  expect(niceMaximum(value)).toBe(maximum);
});
