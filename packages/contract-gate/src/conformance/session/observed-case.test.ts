import { expect, test } from 'vitest';
import { isRejection } from './observed-case.ts';

test.each([
  [400, true],
  [422, true],
  [404, false],
  [409, false],
  [414, false],
  [429, false],
  [431, false],
  [500, false],
])('status %i rejects the request itself: %s', (status, expected) => {
  expect(isRejection(status)).toBe(expected);
});
