import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('sleep resolves after the requested time', async () => {
  const start = SYSTEM_CLOCK.now();
  let isOver = false;
  const sleeping = SYSTEM_CLOCK.sleep(30_000.5).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  await sleeping;
  expect(SYSTEM_CLOCK.now() - start).toBe(30_001);
});

test('an aborted sleep rejects at once with the reason', async () => {
  const controller = new AbortController();
  const reason = new Error('woken');
  const sleeping = SYSTEM_CLOCK.sleep(60_000, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(SYSTEM_CLOCK.sleep(60_000, controller.signal)).rejects.toBe(reason);
});
