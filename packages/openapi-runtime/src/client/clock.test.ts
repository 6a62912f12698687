import { expect, test } from 'vitest';
import { SYSTEM_CLOCK } from './clock.ts';

test('sleep resolves after the requested time', async () => {
  const start = SYSTEM_CLOCK.now();
  await SYSTEM_CLOCK.sleep(30);
  // A timer of Node may fire up to a millisecond early.
  expect(SYSTEM_CLOCK.now() - start).toBeGreaterThanOrEqual(29);
});

test('an aborted sleep rejects at once with the reason', async () => {
  const controller = new AbortController();
  const reason = new Error('woken');
  const sleeping = SYSTEM_CLOCK.sleep(60_000, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(SYSTEM_CLOCK.sleep(60_000, controller.signal)).rejects.toBe(reason);
});
