import { expect, test } from 'vitest';
import { describeVariant } from './describe-variant.ts';

const NAME = { path: ['name'], label: 'another value' };

test.each([
  [
    { ...NAME, keyword: 'maxLength', changed: 'x'.repeat(41), limit: 40 },
    '`name` with 41 characters (maxLength: 40)',
  ],
  [
    { ...NAME, keyword: 'minLength', changed: '\u{1F600}', limit: 2 },
    '`name` with 1 character (minLength: 2)',
  ],
  [{ ...NAME, keyword: 'maximum', changed: 11, limit: 10 }, '`name` = 11 (maximum: 10)'],
  [{ ...NAME, keyword: 'type', changed: null, limit: 'string' }, '`name` = null (type: string)'],
  [{ ...NAME, keyword: 'type', changed: [], limit: 'object' }, '`name` = [] (type: object)'],
  [{ ...NAME, keyword: 'enum', changed: 'c', limit: ['a', 'b'] }, '`name` = "c" (enum: ["a","b"])'],
  [{ ...NAME, keyword: 'maxItems', changed: [1, 2], limit: 1 }, '`name` with 2 items (maxItems: 1)'],
  [
    { ...NAME, keyword: 'minProperties', changed: {}, limit: 1 },
    '`name` with 0 properties (minProperties: 1)',
  ],
  [
    { path: [], label: 'without "name"', keyword: 'required', changed: {}, limit: ['name'] },
    'the body without "name" (required: ["name"])',
  ],
  [{ ...NAME, keyword: 'false', changed: 'a', limit: false }, '`name` = "a" (not allowed)'],
  [{ ...NAME, keyword: 'not', changed: { a: 1 }, limit: { type: 'object' } }, '`name` another value (not)'],
])('describes %j as %j', (variant, text) => {
  expect(describeVariant(variant)).toBe(text);
});
