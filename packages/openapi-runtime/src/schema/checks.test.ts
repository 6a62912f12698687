import { expect, test } from 'vitest';
import { z } from 'zod';
import { codePoints, integer, itemCount, multipleOf } from './checks.ts';

test.each([
  ['\u{1F600}', [2], false],
  ['\u{1F600}\u{1F600}', [2, 2], true],
  ['abc', [0, 2], false],
  ['e\u0301', [0, 1], false],
  ['', [1], false],
  ['\uD800', [1, 1], true],
])('the length of %j is counted in code points: %j, %s', (text, bounds, expected) => {
  expect(
    z
      .string()
      .check(codePoints(...(bounds as [number])))
      .safeParse(text).success,
  ).toBe(expected);
});

test('the number of items is reported even if an item is invalid', () => {
  const schema = z.array(z.string()).check(itemCount({ min: 1, max: 2 }));
  expect(schema.safeParse([1, 2, 3]).error?.issues.at(-1)).toMatchObject({
    code: 'too_big',
    minimum: 1,
    maximum: 2,
    actual: 3,
  });
});

test.each([
  [4.0, true],
  [2 ** 60, true],
  [1e300, true],
  [4.5, false],
])('%d is whole: %s', (value, expected) => {
  expect(z.number().check(integer()).safeParse(value).success).toBe(expected);
});

test('the finding about a number that is not a multiple contains the divisor', () => {
  const issues = z.number().check(multipleOf(0.1)).safeParse(0.25).error?.issues;
  expect(issues).toMatchObject([{ code: 'not_multiple_of', divisor: 0.1 }]);
});
