import { expect, test } from 'vitest';
import { countCases } from './systematic.ts';

function* repeat(): Generator<number> {
  for (;;) yield 1;
}

test('counts all cases if there is time, and stops if there is not', () => {
  expect(countCases([1, 2, 3].values(), 10_000)).toBe(3);
  expect(countCases(repeat(), 5)).toBeGreaterThan(0);
  expect(countCases([1, 2, 3].values(), 0)).toBe(0);
});
