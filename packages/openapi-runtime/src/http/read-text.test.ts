import { expect, test } from 'vitest';
import { NUMBER_FORMATS } from '../formats/formats.ts';
import { parseJson, readText } from './read-text.ts';

test.each([
  ['9223372036854775807', 'int64', true],
  ['9223372036854775808', 'int64', false],
  ['-9223372036854775808', 'int64', true],
  ['-9223372036854775809', 'int64', false],
  ['9007199254740993', 'int64', true],
  ['9223372036854775808', 'uint64', true],
  ['18446744073709551615', 'uint64', true],
  ['18446744073709551616', 'uint64', false],
] as const)('%s as %s is accepted: %j', (text, format, expected) => {
  expect(NUMBER_FORMATS[format](Number(readText(text, 'number')))).toBe(expected);
  expect(NUMBER_FORMATS[format](Object(parseJson(`{"a":${text}}`)).a)).toBe(expected);
});

test.each(['0', '-1', '1.5', '1e3', '9223372036854775808', '9223372036854775808.5', '9223372036854770000'])(
  '%s is the number that JavaScript reads',
  (text) => {
    expect(readText(text, 'number')).toBe(Number(text));
  },
);
