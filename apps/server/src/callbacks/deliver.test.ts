import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenOwner } from '../../tests/support/database.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask } from '../../tests/support/task.ts';
import { startTlsReceiver, type TlsReceiver } from '../../tests/support/tls-receiver.ts';
import { createEgress, type Egress } from '../egress/index.ts';
import { failTask } from '../tasks/settle.ts';
import { claimTask } from '../tasks/tasks.queries.ts';
import { deliverCallback } from './deliver.ts';

const { connection, services } = useServices();
const { database, pool } = connection;
const RETRIES_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000];
const NEVER = new AbortController().signal;
let receiver: TlsReceiver;
let egress: Egress;

beforeAll(async () => {
  receiver = await startTlsReceiver();
  egress = createEgress({ allow: [receiver.allow], caFile: receiver.caFile });
});
beforeEach(() => receiver.answerWith({}));
afterAll(() => receiver.close());

async function givenDelivery() {
  const owner = await givenOwner(connection);
  const taskId = await givenTask(connection, { ...owner, callbackUrl: `${receiver.url}/${owner.ownerId}` });
  await claimTask(database, taskId);
  await failTask(services(), { taskId, reason: 'provider_failed' });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM deliveries WHERE task_id = $1', [taskId]);
  const deliveryId = rows[0]?.id ?? '';
  const attempt = (number: number, signal = NEVER) =>
    deliverCallback(
      { ...services(), egress, callbackTimeoutMs: 500, callbackRetriesMs: RETRIES_MS },
      { deliveryId, attempt: number },
      signal,
    );
  const received = () => receiver.requests.filter((request) => request.path === `/${owner.ownerId}`);
  return { ...owner, taskId, deliveryId, attempt, received };
}

async function stateOf(deliveryId: string) {
  const { rows } = await pool.query(
    `SELECT status, (SELECT count(*)::int FROM delivery_attempts WHERE delivery_id = $1) AS attempts,
       (SELECT array_agg((data->>'attempt')::int ORDER BY created_on) FROM keyframe_jobs.job
          WHERE data->>'deliveryId' = $1) AS jobs
     FROM deliveries WHERE id = $1`,
    [deliveryId],
  );
  return rows[0];
}

test('EVT-4 OPEN-10 a 2xx ends the delivery, whose signature the receiver can verify', async () => {
  const { callbackSecret, deliveryId, attempt, received } = await givenDelivery();
  await attempt(1);
  expect(await stateOf(deliveryId)).toEqual({ status: 'delivered', attempts: 1, jobs: [1] });
  const [request] = received();
  expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(callbackSecret).verify(request?.body ?? '', headers)).toMatchObject({
    status: 'failed',
  });
  expect(headers['webhook-id']).toBe(deliveryId);
});

test('EVT-5 EVT-6 OPEN-20 every other answer is retried 5 times with the same id and bytes, then given up', async () => {
  const { deliveryId, attempt, received } = await givenDelivery();
  receiver.answerWith({ status: 503 });
  for (const number of [1, 2, 3, 4, 5, 6]) await attempt(number);
  expect(await stateOf(deliveryId)).toEqual({ status: 'failed', attempts: 6, jobs: [1, 2, 3, 4, 5, 6] });
  expect(new Set(received().map((request) => request.body)).size).toBe(1);
  expect(new Set(received().map((request) => request.headers['webhook-id']))).toEqual(new Set([deliveryId]));
  const { rows } = await pool.query<{ delay: number }>(
    `SELECT extract(epoch FROM start_after - created_on)::float AS delay FROM keyframe_jobs.job
     WHERE data->>'deliveryId' = $1 AND (data->>'attempt')::int > 1 ORDER BY created_on`,
    [deliveryId],
  );
  rows.forEach(({ delay }, index) => {
    const planned = (RETRIES_MS[index] ?? 0) / 1000;
    expect(delay).toBeGreaterThan(planned * 0.95);
    expect(delay).toBeLessThan(planned * 1.1 + 1);
  });
  expect(rows).toHaveLength(5);
});

test('OPEN-19 a redirect is not followed and counts as a refusal', async () => {
  const { deliveryId, attempt, received } = await givenDelivery();
  receiver.answerWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  await attempt(1);
  expect(await stateOf(deliveryId)).toMatchObject({ status: 'pending', attempts: 1 });
  expect(received()).toHaveLength(1);
});

test('LIM-3 a receiver that answers too late has not answered', async () => {
  const { deliveryId, attempt } = await givenDelivery();
  receiver.answerWith({ delayMs: 5_000 });
  await attempt(1);
  const { rows } = await pool.query('SELECT problem FROM delivery_attempts WHERE delivery_id = $1', [
    deliveryId,
  ]);
  expect(rows[0]).toMatchObject({ problem: expect.stringMatching(/^timeout:/) });
});

test('a job that runs twice after a crash attempts once', async () => {
  const { deliveryId, attempt, received } = await givenDelivery();
  receiver.answerWith({ status: 500 });
  await attempt(1);
  await attempt(1);
  expect(received()).toHaveLength(1);
  expect(await stateOf(deliveryId)).toEqual({ status: 'pending', attempts: 1, jobs: [1, 2] });
});

test('a process that stops hands the attempt back: nothing is logged against the receiver', async () => {
  const { deliveryId, attempt } = await givenDelivery();
  await expect(attempt(1, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping');
  expect(await stateOf(deliveryId)).toEqual({ status: 'pending', attempts: 0, jobs: [1] });
});
