import { expect, test } from 'vitest';
import type { Offsets } from './parse-finding.ts';
import { parseJson } from './parse-json.ts';

test('records the position of every member and item', () => {
  const text = ' {"a": [1, {"b\\"/": {}}, []], "c" : "{\\"d\\":[\\\\"}';
  const offsets: Offsets = new Map();
  expect(parseJson(text, offsets).findings).toEqual([]);
  const begins = [...offsets].map(([pointer, offset]) => [pointer, text.slice(offset, offset + 3)]);
  expect(begins).toEqual([
    ['#', '{"a'],
    ['#/a', '"a"'],
    ['#/a/0', '1, '],
    ['#/a/1', '{"b'],
    ['#/a/1/b"~1', '"b\\'],
    ['#/a/2', '[]]'],
    ['#/c', '"c"'],
  ]);
});

test.each([
  ['{"a":1,"b":{"a":2,"\\u0061":3}}', 18, '#/b/a', 'Duplicate key "a"'],
  ['{"a": 1,}', 8, '#', 'Invalid JSON: Expected double-quoted property name.'],
  ['{"a":tr}', 8, '#', "Invalid JSON: Unexpected token '}'."],
  ['{"a"', 4, '#', "Invalid JSON: Expected ':' after property name."],
  ['[', 1, '#', 'Invalid JSON: Unexpected end of JSON input.'],
  ['', 0, '#', 'The file is empty.'],
  [' \n', 0, '#', 'The file is empty.'],
])('%j is reported at %i', (text, ...finding) => {
  expect(parseJson(text).findings.map(({ offset, pointer, message }) => [offset, pointer, message])).toEqual([
    finding,
  ]);
});

test('nesting is bounded, however deep the text', () => {
  const { findings } = parseJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(findings).toMatchObject([
    { offset: 200, message: 'The document is nested deeper than 200 levels.' },
  ]);
});
