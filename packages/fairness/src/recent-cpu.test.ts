import { expect, test } from 'vitest';
import { RecentCpu } from './recent-cpu.ts';

test('used CPU time counts half after five minutes', () => {
  let now = 0;
  const recent = new RecentCpu(() => now);
  expect(recent.get('one')).toBe(0);
  recent.add('one', 8_000);
  now += 300_000;
  expect(recent.get('one')).toBe(4_000);
  recent.add('one', 1_000);
  expect(recent.get('one')).toBe(5_000);
  expect(recent.get('two')).toBe(0);
});

test('owners are forgotten when nothing of their use is left', () => {
  let now = 0;
  const recent = new RecentCpu(() => now);
  for (let owner = 0; owner < 100; owner += 1) recent.add(`owner ${owner}`, 10_000);
  now += 3_600_000 * 24;
  recent.add('next', 10);
  expect(recent.size).toBe(1);
});
