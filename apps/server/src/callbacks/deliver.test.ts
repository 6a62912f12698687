import { startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { givenDelivery, makeDue } from '../../tests/support/delivery.ts';
import { fakeTimers } from '../../tests/support/fake-timers.ts';
import { createEgress, type Egress } from '../egress/index.ts';
import { createLog } from '../telemetry/log.ts';
import { deliverCallback } from './deliver.ts';
import { startRound } from './deliveries.queries.ts';
import { claimDeliveries, createRecordAttempt, findDueDeliveries } from './outbox.queries.ts';
import { rotateCallbackSecret } from './secrets.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const recordAttempt = createRecordAttempt(pool);
const RETRIES_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000];
const LEASE_MS = 20_000;
const TIMEOUT_MS = 60_000;
const NEVER = new AbortController().signal;
let receiver: TlsReceiver;
let egress: Egress;

beforeAll(async () => {
  receiver = await startTlsReceiver();
  egress = createEgress({ allow: [receiver.allow], caFile: receiver.caFile });
});
beforeEach(async () => {
  receiver.answerWith({});
  await pool.query("UPDATE deliveries SET due_at = 'infinity'");
});
afterAll(() => receiver.close());

/** Claims the only delivery that is due. */
async function claim() {
  const due = await findDueDeliveries(pool, { perOwner: 10, perHost: 10, limit: 10 });
  const ids = due.map(({ id }) => id);
  const [delivery, ...others] = await claimDeliveries(pool, ids, LEASE_MS);
  if (delivery === undefined || others.length > 0) throw new Error('One delivery has to be due.');
  return delivery;
}

async function givenDue() {
  const path = `/${crypto.randomUUID()}`;
  const delivery = await givenDelivery(connection, { url: `${receiver.url}${path}` });
  const services = { database, recordAttempt, egress, log: createLog('silent') };
  const deliver = (claimed: Awaited<ReturnType<typeof claim>>, signal = NEVER) =>
    deliverCallback(
      { ...services, callbackTimeoutMs: TIMEOUT_MS, callbackRetriesMs: RETRIES_MS },
      claimed,
      signal,
    );
  const attempt = async () => {
    await makeDue(connection, delivery.deliveryId);
    await deliver(await claim());
  };
  const received = () => receiver.requests.filter((request) => request.path === path);
  return { ...delivery, deliver, attempt, received, state: () => readState(delivery.deliveryId) };
}

interface State {
  status: string;
  attempts: number;
  logged: number;
  /** Seconds from now to the next attempt: at most the planned ones. */
  wait: number;
  /** Seconds from the start of the last attempt to the next one: at least the planned ones. */
  pause: number;
}

async function readState(deliveryId: string) {
  const { rows } = await pool.query<State>(
    `SELECT status, attempts, extract(epoch FROM due_at - now())::float AS wait,
       (SELECT extract(epoch FROM due_at - max(started_at))::float FROM delivery_attempts
        WHERE delivery_id = $1) AS pause,
       (SELECT count(*)::int FROM delivery_attempts WHERE delivery_id = $1) AS logged
     FROM deliveries WHERE id = $1`,
    [deliveryId],
  );
  return rows[0];
}

async function readAttempts(deliveryId: string) {
  const { rows } = await pool.query(
    'SELECT * FROM delivery_attempts WHERE delivery_id = $1 ORDER BY number',
    [deliveryId],
  );
  return rows;
}

test('EVT-4 OPEN-10 a 2xx ends the delivery, whose signature the receiver can verify', async () => {
  const { callbackSecret, deliveryId, attempt, received, state } = await givenDue();
  receiver.answerWith({ status: 202, body: 'thanks' });
  await attempt();
  expect(await state()).toMatchObject({ status: 'delivered', attempts: 1, logged: 1 });
  const [request] = received();
  expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(callbackSecret).verify(request?.body ?? '', headers)).toMatchObject({
    status: 'failed',
  });
  expect(headers['webhook-id']).toBe(deliveryId);
  expect(await readAttempts(deliveryId)).toMatchObject([
    { number: 1, http_status: 202, error_class: null, problem: null, excerpt: 'thanks' },
  ]);
});

test('every other answer is retried 5 times with the same id and bytes, then given up', {
  meta: { requirements: ['EVT-5', 'EVT-6', 'OPEN-20'] },
}, async () => {
  const { deliveryId, attempt, received, state } = await givenDue();
  receiver.answerWith({ status: 503, body: 'busy' });
  for (const planned of RETRIES_MS) {
    await attempt();
    const { status, wait = Infinity, pause = 0 } = (await state()) ?? {};
    expect(status).toBe('pending');
    expect(pause).toBeGreaterThan((planned / 1000) * 0.95);
    expect(wait).toBeLessThan((planned / 1000) * 1.1);
  }
  await attempt();
  expect(await state()).toMatchObject({ status: 'failed', attempts: 6, logged: 6 });
  expect(received()).toHaveLength(6);
  expect(new Set(received().map((request) => request.body)).size).toBe(1);
  expect(new Set(received().map((request) => request.headers['webhook-id']))).toEqual(new Set([deliveryId]));
  const logged = { http_status: 503, error_class: 'status', excerpt: 'busy', latency_ms: expect.any(Number) };
  expect(await readAttempts(deliveryId)).toMatchObject(
    [1, 2, 3, 4, 5, 6].map((number) => ({ number, ...logged })),
  );
});

test('EVT-6 OPEN-20 a redelivery sends the same id and bytes, and starts the schedule anew', async () => {
  const { deliveryId, attempt, received, state } = await givenDue();
  receiver.answerWith({ status: 503 });
  for (const _ of [...RETRIES_MS, 'last']) await attempt();
  const round = { id: deliveryId, retentionMs: 86_400_000 };
  expect(await startRound(database, round)).toEqual({ kind: 'started' });
  await attempt();
  const { status, attempts, wait = 0 } = (await state()) ?? {};
  expect({ status, attempts }).toEqual({ status: 'pending', attempts: 7 });
  expect(wait).toBeGreaterThan(8);
  expect(wait).toBeLessThan(12);
  receiver.answerWith({});
  await attempt();
  expect(await state()).toMatchObject({ status: 'delivered', attempts: 8, logged: 8 });
  expect(new Set(received().map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
});

test('OPEN-19 a redirect is not followed and counts as a refusal', async () => {
  const { attempt, received, state } = await givenDue();
  receiver.answerWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
  await attempt();
  expect(await state()).toMatchObject({ status: 'pending', logged: 1 });
  expect(received()).toHaveLength(1);
});

test('a receiver that answers too late has not answered', async () => {
  const { deliveryId, attempt } = await givenDue();
  receiver.answerWith({ isSilent: true });
  using _ = fakeTimers();
  const attempted = attempt();
  await receiver.waitForRequests(receiver.requests.length + 1);
  vi.advanceTimersByTime(TIMEOUT_MS);
  await attempted;
  expect(await readAttempts(deliveryId)).toMatchObject([{ error_class: 'timeout', http_status: null }]);
});

test('OPEN-10 for 24 hours after a rotation a callback is signed with both secrets, and after them with one', async () => {
  const { ownerId, callbackSecret, attempt, received } = await givenDue();
  const rotated = await rotateCallbackSecret(database, ownerId);
  const secret = rotated?.secret ?? '';
  expect((rotated?.previousValidUntil.getTime() ?? 0) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  receiver.answerWith({ status: 500 });
  await attempt();
  await pool.query('UPDATE retired_callback_secrets SET expires_at = now() WHERE owner_id = $1', [ownerId]);
  await attempt();
  const verifies = (index: number, key: string) => {
    const { body = '', headers = {} } = received()[index] ?? {};
    const verify = () => new Webhook(key).verify(body, headers as Record<string, string>);
    return expect(verify);
  };
  verifies(0, secret).not.toThrow();
  verifies(0, callbackSecret).not.toThrow();
  verifies(1, secret).not.toThrow();
  verifies(1, callbackSecret).toThrow();
});

test('OPEN-10 two rotations within a day leave both earlier secrets valid', async () => {
  const { ownerId, callbackSecret, attempt, received } = await givenDue();
  const first = await rotateCallbackSecret(database, ownerId);
  const second = await rotateCallbackSecret(database, ownerId);
  await attempt();
  const [request] = received();
  for (const secret of [callbackSecret, first?.secret ?? '', second?.secret ?? '']) {
    const headers = request?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).not.toThrow();
  }
  expect(await rotateCallbackSecret(database, 'own_none')).toBeUndefined();
});

test('an attempt that two processes made, since a claim ran out, is logged once and the first result counts', async () => {
  const { deliveryId, deliver, received, state } = await givenDue();
  const claimed = await claim();
  await deliver(claimed);
  receiver.answerWith({ status: 500 });
  await deliver(claimed);
  expect(received()).toHaveLength(2);
  expect(await state()).toMatchObject({ status: 'delivered', attempts: 1, logged: 1 });
  expect(await readAttempts(deliveryId)).toMatchObject([{ http_status: 200 }]);
});

test('a claim that nobody settles is due again when it runs out', async () => {
  const { state } = await givenDue();
  await claim();
  const { wait = 0 } = (await state()) ?? {};
  expect(wait).toBeGreaterThan(LEASE_MS / 1000 - 2);
  expect(wait).toBeLessThanOrEqual(LEASE_MS / 1000);
});

test('a process that stops hands the attempt back: nothing is logged against the receiver', async () => {
  const { deliver, state } = await givenDue();
  await deliver(await claim(), AbortSignal.abort(new Error('stopping')));
  expect(await state()).toMatchObject({ status: 'pending', attempts: 0, logged: 0 });
  expect(await claim()).toMatchObject({ attempt: 1 });
});
