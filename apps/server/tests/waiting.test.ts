// Without workers: tasks stay queued until the test ends them.
import { expect, test, vi } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer(async () => ({ ROLE: 'api', RATE_POLL: '6' }));
const BODY = { model: 'video-2-0', input: { prompt: 'a calm sea' } };

async function givenTask() {
  const owner = await givenOwner(connection);
  const accepted = await request('/v1/videos/generations', { key: owner.key, json: BODY });
  const { taskId } = (await accepted.json()) as { taskId: string };
  return { ...owner, taskId };
}

/** Sends a status query that prefers to wait; reports what arrived and when. */
async function wait({ key, taskId }: { key: string; taskId: string }, prefer: string, signal?: AbortSignal) {
  const init = { key, headers: { prefer }, ...(signal && { signal }) };
  const response = await request(`/v1/tasks/${taskId}`, init);
  const endedAt = performance.now();
  const body = (await response.json()) as { status?: string; error?: { code: string } };
  return { response, endedAt, body, applied: response.headers.get('preference-applied') };
}

async function failTask(taskId: string): Promise<number> {
  await connection.pool.query(
    `UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'timed_out',
     finished_at = now() WHERE id = $1`,
    [taskId],
  );
  return performance.now();
}

/** The number of requests that the process counts as waiting, in its own metrics. */
async function countWaiting(): Promise<number> {
  const metrics = await (await fetch(url('/metrics'))).text();
  return Number(/^keyframe_waiting_requests (\d+)$/m.exec(metrics)?.[1]);
}

const untilWaiting = (count: number) =>
  vi.waitUntil(async () => (await countWaiting()) === count, { timeout: 5_000, interval: 10 });

test('END-5 a query that prefers to wait is answered soon after the task has ended, and counts once', async () => {
  const given = await givenTask();
  const waiting = wait(given, 'wait=60');
  await untilWaiting(1);
  const finishedAt = await failTask(given.taskId);
  const { response, endedAt, body, applied } = await waiting;
  expect([response.status, body.status, applied]).toEqual([200, 'failed', 'wait=60']);
  // The limit of 300 ms is for a quiet machine.
  expect(endedAt - finishedAt).toBeLessThan(2_000);
  expect(response.headers.get('ratelimit')).toMatch(/"poll";r=5;/);
  expect(response.headers.get('retry-after')).toBeNull();
  const next = await wait(given, 'wait=60');
  expect(next.response.headers.get('ratelimit')).toMatch(/"poll";r=4;/);
  expect(next.applied).toBe('wait=60');
  await untilWaiting(0);
});

test('a wait that ends before the task returns the record and when to ask again', async () => {
  const given = await givenTask();
  const { response, body, applied } = await wait(given, 'wait=1');
  expect([response.status, body.status, applied]).toEqual([200, 'queued', 'wait=1']);
  // 9, or less on a machine that is slow.
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]$/);
});

test('other preferences are ignored', async () => {
  const given = await givenTask();
  const { response, applied } = await wait(given, 'respond-async, wait=soon');
  expect([response.status, applied]).toEqual([200, null]);
});

test('AUT-5 a key that is revoked during a wait does not get the record', async () => {
  const given = await givenTask();
  const waiting = wait(given, 'wait=60');
  await untilWaiting(1);
  await connection.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [given.keyId]);
  await failTask(given.taskId);
  const { response, body } = await waiting;
  expect([response.status, body.error?.code]).toEqual([401, 'invalid_api_key']);
});

test('an owner that is suspended during a wait gets the error of suspended owners', async () => {
  const given = await givenTask();
  const waiting = wait(given, 'wait=60');
  await untilWaiting(1);
  await connection.pool.query('UPDATE owners SET suspended_at = now() WHERE id = $1', [given.ownerId]);
  await failTask(given.taskId);
  const { response, body } = await waiting;
  expect([response.status, body.error?.code]).toEqual([403, 'forbidden']);
});

test('a client that has gone no longer waits', async () => {
  const given = await givenTask();
  const controller = new AbortController();
  const waiting = wait(given, 'wait=60', controller.signal).catch((error: unknown) => error);
  await untilWaiting(1);
  controller.abort();
  await waiting;
  await untilWaiting(0);
});
