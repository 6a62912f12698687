import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = () => new Promise<never>(() => {});

test('gives what the work gives, and leaves the signal as it was', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(async () => 'done', signal)).toBe('done');
  await expect(untilAborted(async () => Promise.reject(new Error('broken')), signal)).rejects.toThrow(
    'broken',
  );
});

test('stops waiting for work that takes no notice of the signal', async () => {
  const controller = new AbortController();
  const reason = new Error('the time is up');
  const waiting = untilAborted(never, controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('does not start what is too late', async () => {
  const reason = new Error('the time is up');
  let started = false;
  const start = async () => {
    started = true;
  };
  await expect(untilAborted(start, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(started).toBe(false);
});

test('an error that comes late is no unhandled rejection', async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<never>();
  const waiting = untilAborted(() => work.promise, controller.signal);
  controller.abort(new Error('the time is up'));
  await expect(waiting).rejects.toThrow('the time is up');
  work.reject(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
});
