import { decodeTime } from 'ulid';
import { expect, test } from 'vitest';
import { LAST_ID, planSteps } from './id-range.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const readTime = (id: string) =>
  new Date(decodeTime(`${id.slice('task_'.length).toUpperCase()}0000000000000000`)).toISOString();
const position = (moment: string) => ({ micros: String(Date.parse(moment) * 1_000), id: 'task_0' });

test.each([
  ['now', undefined, ['2026-11-01', '2026-09-01'], '2026-11-25T12:00'],
  ['in an older month', '2026-08-20T00:00:00Z', ['2026-08-01', '2026-06-01'], '2026-08-21'],
  ['at the beginning of a year', '2026-01-20T00:00:00Z', ['2026-01-01', '2025-11-01'], '2026-01-21'],
  ['on the first days of a month', '2026-08-02T00:00:00Z', ['2026-07-01', '2026-05-01'], '2026-08-03'],
  [
    'in the future, by another clock',
    '2027-03-10T00:00:00Z',
    ['2026-11-01', '2026-09-01'],
    '2026-11-25T12:00',
  ],
])('a page that begins %s reads the ids of its month first, then of three months, then all', (...test) => {
  const [, moment, months, until] = test;
  const { fromIds, completeFrom, untilIds } = planSteps(
    moment === undefined ? undefined : position(moment),
    NOW,
  );
  expect(fromIds.slice(0, -1).map(readTime)).toEqual(months.map((day) => `${day}T00:00:00.000Z`));
  expect(fromIds.at(-1)).toBe('');
  expect(untilIds.at(-1)).toBe(LAST_ID);
  for (const id of untilIds.slice(0, -1)) expect(readTime(id)).toMatch(until);
  const complete = months.map((day) => new Date(`${day.slice(0, 8)}02T00:00:00.000Z`));
  expect(completeFrom).toEqual([...complete, null]);
});
