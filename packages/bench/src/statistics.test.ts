import { expect, test } from 'vitest';
import { median, percentile } from './statistics.ts';

test.each([
  [[7], 7],
  [[9, 1, 5], 5],
  [[10, 1, 2, 4], 3],
])('the median of %j is %d', (samples, middle) => {
  expect(median(samples)).toBe(middle);
});

test('a percentile is the sample of the nearest rank', () => {
  const samples = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([0, 0.01, 0.5, 0.99, 1].map((share) => percentile(samples, share))).toEqual([1, 2, 100, 198, 200]);
});

test('without samples there is neither', () => {
  expect(() => median([])).toThrow('No samples');
  expect(() => percentile([], 0.5)).toThrow('No samples');
});
