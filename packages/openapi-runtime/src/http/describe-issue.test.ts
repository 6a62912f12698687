import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue, showValue, valueAt } from './describe-issue.ts';

function describe(schema: z.ZodType, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => describeIssue(issue));
}

test.each([
  [z.string(), 1, 'must be a string'],
  [z.int(), 1.5, 'must be an integer'],
  [z.object({}), [], 'must be an object'],
  [z.number().min(4), 3, 'must be at least 4'],
  [z.number().max(15), 16, 'must be at most 15'],
  [z.string().min(1), '', 'must contain at least 1 character'],
  [z.array(z.string()).max(9), Array(10).fill('a'), 'must contain at most 9 items'],
  [z.enum(['480p', '720p']), '2k', 'must be one of 480p, 720p'],
  [z.literal('live'), 'test', 'must be live'],
  [z.literal([4, 5, 6]), 7, 'must be between 4 and 6'],
])('an issue says what is allowed: case %#', (schema, value, words) => {
  expect(describe(schema, value)).toEqual([words]);
});

test.each([
  ['a', '"a"'],
  [[1], 'an array'],
  [{ a: 1 }, 'an object'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  ['x'.repeat(100), `"${'x'.repeat(59)}…`],
])('%j is shown as %s', (value, shown) => {
  expect(showValue(value)).toBe(shown);
});

test('a path leads to own members only', () => {
  expect(valueAt({ input: { urls: ['a'] } }, ['input', 'urls', 0])).toBe('a');
  expect(valueAt({ input: 'a' }, ['input', 'length'])).toBeUndefined();
  expect(valueAt({}, ['constructor'])).toBeUndefined();
});
