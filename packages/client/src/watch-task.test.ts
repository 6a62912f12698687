import { createHandClock } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED, GENERATING, QUEUED } from '../tests/support/records.ts';
import { createClient, type WaitOptions, WaitTimeoutError } from './index.ts';

const INTERNAL_ERROR = { status: 500, body: { error: { code: 'internal_error', message: 'down' } } };

function ok(body: unknown): ScriptedAnswer {
  return { status: 200, body };
}

async function waitAgainst(script: ScriptedAnswer[], options?: WaitOptions) {
  await using server = await startApiServer(...script);
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock });
  const [outcome] = await Promise.allSettled([client.tasks.wait('task_1', options)]);
  return { outcome, slept: clock.slept, polls: server.requests.length };
}

test('END-5 a task is polled every 10 seconds until it is completed', async () => {
  const { outcome, slept, polls } = await waitAgainst([ok(QUEUED), ok(GENERATING), ok(COMPLETED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: COMPLETED });
  expect(slept).toEqual([10_000, 10_000]);
  expect(polls).toBe(3);
});

test('a failed task is a result, not an error', async () => {
  const { outcome } = await waitAgainst([ok(GENERATING), ok(FAILED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: FAILED });
});

test('a finished task is given at once', async () => {
  const { slept } = await waitAgainst([ok(COMPLETED)]);
  expect(slept).toEqual([]);
});

test('another interval may be chosen', async () => {
  const { slept } = await waitAgainst([ok(QUEUED), ok(COMPLETED)], { pollInterval: 25_000 });
  expect(slept).toEqual([25_000]);
});

test.each<[string, ScriptedAnswer, number]>([
  ['internal_error', INTERNAL_ERROR, 10_000],
  ['a lost connection', { broken: 'before' }, 10_000],
  ['the error page of a gateway', { status: 502, body: '<html>Bad Gateway</html>' }, 10_000],
  [
    'rate_limited for 4 seconds',
    { status: 429, body: { error: { code: 'rate_limited', message: 'slow down', retry_after: 4 } } },
    10_000,
  ],
  [
    'rate_limited for 40 seconds',
    { status: 429, body: { error: { code: 'rate_limited', message: 'slow down', retry_after: 40 } } },
    40_000,
  ],
])('END-5 ERR-5 after %s the next poll comes no sooner than it may', async (_, failure, wantMs) => {
  const { outcome, slept } = await waitAgainst([failure, ok(COMPLETED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: COMPLETED });
  expect(slept).toEqual([wantMs]);
});

test('an error that no retry helps ends the wait', async () => {
  const notFound = { status: 404, body: { error: { code: 'not_found', message: 'no such task' } } };
  const { outcome, polls } = await waitAgainst([notFound]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  expect(polls).toBe(1);
});

test('a wait ends with its timeout', async () => {
  const { outcome, slept } = await waitAgainst([ok(QUEUED)], { waitTimeout: 25_000 });
  expect(outcome).toEqual({ status: 'rejected', reason: expect.any(WaitTimeoutError) });
  expect(outcome).toMatchObject({ reason: { code: 'wait_timeout', taskId: 'task_1' } });
  expect(slept).toEqual([10_000, 10_000, 5000]);
});

test('a wait by the real clock ends in time, although the service is silent', async () => {
  await using server = await startApiServer({ silent: true });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  await expect(client.tasks.wait('task_1', { waitTimeout: 60.5 })).rejects.toBeInstanceOf(WaitTimeoutError);
});

test('at the end of a wait an aborted signal still gives its reason', async () => {
  await using server = await startApiServer({ silent: true });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  const reason = new Error('no longer wanted');
  const wait = client.tasks.wait('task_1', { waitTimeout: 0, signal: AbortSignal.abort(reason) });
  await expect(wait).rejects.toBe(reason);
});

test('a wait ends with its signal', async () => {
  const reason = new Error('no longer wanted');
  const { outcome } = await waitAgainst([ok(QUEUED)], { signal: AbortSignal.abort(reason) });
  expect(outcome).toEqual({ status: 'rejected', reason });
});
