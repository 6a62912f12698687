// Without workers: tasks stay queued until the test ends them.
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
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

/** The value of a gauge in the metrics of the process. */
async function readGauge(name: string): Promise<number> {
  const metrics = await (await fetch(url('/metrics'))).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}
const countWaiting = () => readGauge('keyframe_waiting_requests');

const untilWaiting = (count: number) =>
  eventually('the waiting queries', async () => (await countWaiting()) === count);

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

/** Opens a stream of a task; `next` returns the text that arrives next. */
async function openStream({ key, taskId }: { key: string; taskId: string }, lastEventId?: string) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await request(`/v1/tasks/${taskId}/events`, { key, headers });
  const reader = response.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  return { response, next, cancel: () => reader?.cancel() };
}

const untilOpen = (count: number) =>
  eventually('the event streams', async () => (await readGauge('keyframe_event_streams')) === count);

test('streamTaskEvents sends each state of a task and ends with it; a reader that has the last one gets 204', async () => {
  const given = await givenTask();
  const { response, next } = await openStream(given);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(response.headers.get('ratelimit')).toMatch(/"poll";r=5;/);
  expect(await next()).toMatch(/^event: task\nid: queued\nretry: [12]\d{3}\ndata: {"id":"task_\w+".*}\n\n$/);
  await connection.pool.query(`UPDATE tasks SET status = 'generating', started_at = now() WHERE id = $1`, [
    given.taskId,
  ]);
  expect(await next()).toMatch(/^event: task\nid: generating\ndata: /);
  await failTask(given.taskId);
  expect(await next()).toMatch(/^event: task\nid: failed\ndata: /);
  expect(await next()).toBe('');
  expect((await openStream(given, 'failed')).response.status).toBe(204);
  expect(await (await openStream(given, 'generating')).next()).toMatch(/^event: task\nid: failed\n/);
});

test('AUT-5 streamTaskEvents does not find tasks of other owners, and counts as a query of the task', async () => {
  const given = await givenTask();
  const other = await givenOwner(connection);
  expect((await openStream({ ...other, taskId: given.taskId })).response.status).toBe(404);
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const { response, cancel } = await openStream(given);
    statuses.push(response.status);
    await cancel();
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  await untilOpen(0);
});

test('AUT-5 streamTaskEvents ends within seconds after the key was revoked', async () => {
  const given = await givenTask();
  const { next } = await openStream(given, 'queued');
  await untilOpen(1);
  await connection.pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [given.keyId]);
  expect(await next()).toBe('');
  await untilOpen(0);
});

test('HEAD of streamTaskEvents leaves no stream open', async () => {
  const given = await givenTask();
  const { status } = await request(`/v1/tasks/${given.taskId}/events`, { key: given.key, method: 'HEAD' });
  expect([status, await readGauge('keyframe_event_streams')]).toEqual([200, 0]);
});
