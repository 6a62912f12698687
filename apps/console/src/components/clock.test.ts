import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToClock } from './clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('all listeners share one timer, which stops with the last of them', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const ends = [subscribeToClock(first), subscribeToClock(second)];
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(3000);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([3, 3]);
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});
