import { expect, test } from 'vitest';
import { findDigits, parseDigits, writeDigits } from './digits.ts';

test.each([
  ['{"a":9223372036854775807}', 'a', '9223372036854775807'],
  ['[1,-9007199254740993]', 1, '-9007199254740993'],
  ['{"a":9007199254740991}', 'a', '9007199254740991'],
  ['{"a":1e3}', 'a', '1000'],
  ['{"a":1e30}', 'a', undefined],
  ['{"a":1.5,"b":"9007199254740993"}', 'a', undefined],
])('%s has at %s the digits %s', (text, name, digits) => {
  const value = parseDigits(text) as object;
  expect(value).toEqual(JSON.parse(text));
  expect(findDigits(value, name, Reflect.get(value, name))).toBe(digits);
});

test.each([
  [{ a: 9223372036854775807n, b: [1n, 2, '3'] }, '{"a":9223372036854775807,"b":[1,2,"3"]}'],
  [5n, '5'],
  [{ a: undefined }, '{}'],
])('writes %o as %s', (value, text) => {
  expect(writeDigits(value)).toBe(text);
});
