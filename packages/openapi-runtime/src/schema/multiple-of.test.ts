import { expect, test } from 'vitest';
import { isMultipleOf } from './multiple-of.ts';

test.each([
  [4, 2, true],
  [5, 2, false],
  [0, 3, true],
  [-6, 3, true],
  [0.3, 0.1, true],
  [0.0075, 0.0001, true],
  [0.00751, 0.0001, false],
  [1.1, 0.25, false],
  [-1e308, 2, true],
  [1e308, 0.123456789, false],
  [12391239123, 1e-8, true],
  [1e-308, 2, false],
  [5e-324, 1e-323, false],
])('%d is a multiple of %d: %s', (value, divisor, expected) => {
  expect(isMultipleOf(value, divisor)).toBe(expected);
});
