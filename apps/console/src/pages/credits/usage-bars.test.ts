import type { UsageItem } from '@keyframe/console-contract/client';
import { expect, test } from 'vitest';
import { usageBars } from './usage-bars.ts';

const today = new Date('2026-11-20T23:30:00Z');
const item = (day: string, change: Partial<UsageItem>): UsageItem => ({
  day,
  mode: 'live',
  model: 'video-2-0',
  tasks: 1,
  completed: 1,
  failed: 0,
  credits: 50,
  ...change,
});
const items = [
  item('2026-11-20', {}),
  item('2026-11-20', { mode: 'test', credits: 5 }),
  item('2026-10-22', { model: 'video-2-0-mini', credits: 10 }),
  item('2026-10-21', { credits: 1000 }),
];

test('each of the last 30 days in UTC has a bar, also without use', () => {
  const { series, bars } = usageBars(items, { group: 'model', measure: 'credits', today });
  expect(series).toEqual(['video-2-0', 'video-2-0-mini']);
  expect(bars).toHaveLength(30);
  expect(bars[0]).toEqual({ label: 'Oct 22', values: [0, 10] });
  expect(bars[29]).toEqual({ label: 'Nov 20', values: [55, 0] });
  expect(bars.slice(1, 29).flatMap(({ values }) => values)).toEqual(Array(56).fill(0));
});

test('use is grouped by mode, and counted in tasks', () => {
  const { series, bars } = usageBars(items, { group: 'mode', measure: 'tasks', today });
  expect(series).toEqual(['live', 'test']);
  expect(bars[29]?.values).toEqual([1, 1]);
});
