import { expect, test } from 'vitest';
import { convertDates, type Dates } from './convert-dates.ts';
import { dateObject } from './date-formats.ts';

const DATE: Dates = { format: dateObject };
const TEXT = '2026-01-02T03:04:05Z';
const NOW = new Date(TEXT);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const TASK: Dates = {
  members: () => ({ name: undefined, at: DATE, parent: TASK }),
  patterns: () => [[/^x-/u], [/^at-/u, DATE]],
  others: () => DATE,
};

test.each<[Dates, unknown, unknown]>([
  [DATE, TEXT, NOW],
  [DATE, '2026-01-02t04:04:05+01:00', NOW],
  [DATE, null, null],
  [DATE, 5, 5],
  [{ items: () => DATE }, [TEXT, null], [NOW, null]],
  [{ first: () => [undefined, DATE], items: () => DATE }, [TEXT, TEXT, TEXT], [TEXT, NOW, NOW]],
  [TASK, { name: TEXT, at: TEXT, more: TEXT }, { name: TEXT, at: NOW, more: NOW }],
  [TASK, { 'x-a': TEXT, 'at-a': TEXT }, { 'x-a': TEXT, 'at-a': NOW }],
  [TASK, { parent: { parent: { at: TEXT } } }, { parent: { parent: { at: NOW } } }],
  [{ all: () => [TASK, { members: () => ({ name: DATE }) }] }, { name: TEXT }, { name: NOW }],
  [{ any: () => [[isObject, TASK], [(value) => !isObject(value)]] }, TEXT, TEXT],
  [{ any: () => [[isObject, TASK], [(value) => !isObject(value)]] }, { at: TEXT }, { at: NOW }],
  [{ any: () => [[() => false, TASK], [() => false]] }, { at: TEXT }, { at: NOW }],
])('%o converts %j', (dates, value, expected) => {
  const before = JSON.stringify(value);
  expect(convertDates(dates, value)).toEqual({ value: expected });
  expect(JSON.stringify(value)).toBe(before);
});

test.each([
  ['2026-01-02', 'must be a date-time (got "2026-01-02")'],
  ['2026-01-02T03:04:05', 'must be a date-time (got "2026-01-02T03:04:05")'],
  ['2026-02-30T03:04:05Z', 'must be a date-time (got "2026-02-30T03:04:05Z")'],
])('%s: %s', (text, message) => {
  const { issue } = convertDates(TASK, { at: TEXT, parent: { at: text } });
  expect(issue).toEqual({ path: ['parent', 'at'], message });
});

test('keeps members that have the names of inherited ones', () => {
  const { value } = convertDates(TASK, JSON.parse(`{ "__proto__": 1, "at": "${TEXT}" }`));
  expect(Object.entries(value as object)).toEqual([
    ['__proto__', 1],
    ['at', NOW],
  ]);
});

test('converts a deep value once where several alternatives accept it', () => {
  let calls = 0;
  const accepts = (value: unknown) => {
    calls += 1;
    return isObject(value);
  };
  const node: Dates = {
    any: () => [
      [accepts, { members: () => ({ at: DATE, child: node }) }],
      [accepts, { members: () => ({ child: node }) }],
    ],
  };
  let value: object = { at: TEXT };
  let expected: object = { at: NOW };
  for (let level = 1; level < 16; level += 1) {
    value = { child: value };
    expected = { child: expected };
  }
  expect(convertDates(node, value)).toEqual({ value: expected });
  expect(calls).toBe(32);
});
