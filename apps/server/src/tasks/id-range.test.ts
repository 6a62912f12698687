import { decodeTime } from 'ulid';
import { expect, test } from 'vitest';
import { ALL_IDS, latestMonths } from './id-range.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const readTime = (id: string) =>
  new Date(decodeTime(`${id.slice('task_'.length).toUpperCase()}0000000000000000`)).toISOString();
const position = (moment: string) => ({ micros: String(Date.parse(moment) * 1_000), id: 'task_0' });

test.each([
  ['now', undefined, '2026-11-01', undefined],
  ['in an older month', '2026-08-20T00:00:00Z', '2026-08-01', '2026-08-21'],
  ['on the first days of a month', '2026-08-02T00:00:00Z', '2026-07-01', '2026-08-03'],
  ['in the future, by another clock', '2027-03-10T00:00:00Z', '2026-11-01', '2026-11-25T12:00'],
])('a page that begins %s reads the ids of its month', (...[, moment, from, until]) => {
  const range = latestMonths(moment === undefined ? undefined : position(moment), NOW);
  expect(readTime(range.from)).toMatch(from);
  if (until === undefined) expect(range.until).toBe(ALL_IDS.until);
  else expect(readTime(range.until)).toMatch(until);
  expect(new Date(range.completeFromMicros / 1_000).toISOString()).toBe(
    `${from.slice(0, 8)}02T00:00:00.000Z`,
  );
});
