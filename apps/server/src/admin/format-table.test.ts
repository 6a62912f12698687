import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';

const ROWS = [
  { id: 'own_1', name: 'Acme', note: 'a note that is longer than the rest' },
  { id: 'own_2', name: null, note: 'short' },
];

test.each([
  [
    'has its natural width without a limit',
    undefined,
    'id     name  note\nown_1  Acme  a note that is longer than the rest\nown_2  -     short\n',
  ],
  [
    'shortens the widest column to fit the terminal',
    30,
    'id     name  note\nown_1  Acme  a note that is l…\nown_2  -     short\n',
  ],
  [
    'becomes blocks where a column would be too narrow to read',
    16,
    'id:   own_1\nname: Acme\nnote: a note that is longer than the rest\n\nid:   own_2\nname: -\nnote: short\n',
  ],
])('a table %s', (_, width, expected) => {
  expect(formatTable(ROWS, width)).toBe(expected);
});

test('control characters of a value do not reach the terminal', () => {
  expect(formatTable([{ name: 'a\u001b[31mb\nc' }])).toBe('name\na\\u001b[31mb\\u000ac\n');
});

test('an empty cell is a dash, so that each line has the same number of words', () => {
  expect(formatTable([{ id: 'key_1', name: '', mode: 'live' }])).toBe(
    'id     name  mode\nkey_1  -     live\n',
  );
});

test('no rows are an empty table', () => {
  expect(formatTable([])).toBe('');
});
