import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { listPauses, type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, FAILED, GENERATING, QUEUED } from '../tests/support/records.ts';
import { createClient, type WaitOptions, WaitTimeoutError } from './index.ts';

const INTERNAL_ERROR = { status: 500, body: { error: { code: 'internal_error', message: 'down' } } };

function ok(body: unknown): ScriptedAnswer {
  return { status: 200, body };
}

async function waitAgainst(script: ScriptedAnswer[], options?: WaitOptions) {
  await using server = await startApiServer(...script);
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock, random: () => 0 });
  const [outcome] = await Promise.allSettled([client.tasks.wait('task_1', options)]);
  const preferences = server.requests.map(({ headers }) => headers.prefer);
  return { outcome, slept: listPauses(clock), polls: server.requests.length, preferences };
}

test('END-5 polls a task every 10 seconds until it is completed', async () => {
  const { outcome, slept, polls } = await waitAgainst([ok(QUEUED), ok(GENERATING), ok(COMPLETED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: COMPLETED });
  expect(slept).toEqual([10_000, 10_000]);
  expect(polls).toBe(3);
});

test('returns a failed task instead of throwing', async () => {
  const { outcome } = await waitAgainst([ok(GENERATING), ok(FAILED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: FAILED });
});

test('returns a finished task at once', async () => {
  const { slept } = await waitAgainst([ok(COMPLETED)]);
  expect(slept).toEqual([]);
});

test('polls at a configured interval', async () => {
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
])('END-5 ERR-5 after %s the next poll is not sent too early', async (_, failure, wantMs) => {
  const { outcome, slept } = await waitAgainst([failure, ok(COMPLETED)]);
  expect(outcome).toEqual({ status: 'fulfilled', value: COMPLETED });
  expect(slept).toEqual([wantMs]);
});

test('ends the wait after a permanent error', async () => {
  const notFound = { status: 404, body: { error: { code: 'not_found', message: 'no such task' } } };
  const { outcome, polls } = await waitAgainst([notFound]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  expect(polls).toBe(1);
});

test('ends a wait at its timeout', async () => {
  const { outcome, slept } = await waitAgainst([ok(QUEUED)], { waitTimeout: 25_000 });
  expect(outcome).toEqual({ status: 'rejected', reason: expect.any(WaitTimeoutError) });
  expect(outcome).toMatchObject({ reason: { code: 'wait_timeout', taskId: 'task_1' } });
  expect(slept).toEqual([10_000, 10_000, 4900]);
});

test('ends a wait in time without a response', async () => {
  await using server = await startApiServer({ silent: true });
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock });
  const ended = client.tasks.wait('task_1', { waitTimeout: 6_000.5 }).catch((error: unknown) => error);
  await eventually('the first poll', () => server.requests.length === 1);
  await clock.sleep(6_000.5);
  expect(await ended).toBeInstanceOf(WaitTimeoutError);
});

test('prefers the reason of an aborted signal at the end of a wait', async () => {
  await using server = await startApiServer({ silent: true });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  const reason = new Error('no longer wanted');
  const wait = client.tasks.wait('task_1', { waitTimeout: 0, signal: AbortSignal.abort(reason) });
  await expect(wait).rejects.toBe(reason);
});

test('ends a wait when its signal is aborted', async () => {
  const reason = new Error('no longer wanted');
  const { outcome } = await waitAgainst([ok(QUEUED)], { signal: AbortSignal.abort(reason) });
  expect(outcome).toEqual({ status: 'rejected', reason });
});

test('a wait requests that the service responds when the task ends, and polls again when it says so', async () => {
  const applied = { 'preference-applied': 'wait=50', 'retry-after': '1' };
  const waited = { status: 200, body: GENERATING, headers: applied };
  const { slept, preferences } = await waitAgainst([waited, waited, ok(COMPLETED)]);
  expect(preferences).toEqual(['wait=50', 'wait=50', 'wait=50']);
  expect(slept).toEqual([1000, 1000]);
});

test('a wait with an interval of its own polls without waiting', async () => {
  const { preferences } = await waitAgainst([ok(QUEUED), ok(COMPLETED)], { pollInterval: 25_000 });
  expect(preferences).toEqual([undefined, undefined]);
});

test('the timeout of a poll begins after the time that it requests to wait', async () => {
  await using server = await startApiServer({ silent: true });
  const clock = createHandClock();
  const warnings: string[] = [];
  const logger = { debug: () => {}, warn: (message: string) => warnings.push(message) };
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock, timeout: 4_000, logger });
  const ended = client.tasks.wait('task_1', { waitTimeout: 60_000 }).catch((error: unknown) => error);
  await eventually('the poll', () => server.requests.length === 1);
  await clock.sleep(53_999);
  expect(warnings).toEqual([]);
  await clock.sleep(1);
  await eventually('the warning', () => warnings.length === 1);
  expect(await ended).toBeInstanceOf(WaitTimeoutError);
});
