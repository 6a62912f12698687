import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenDelivery } from '../../tests/support/delivery.ts';
import { deliveryAttempts } from '../db/tables.ts';
import { deleteOldDeliveries, findDelivery, listDeliveries, startRound } from './deliveries.queries.ts';
import { type AttemptResult, claimDeliveries, createRecordAttempt } from './outbox.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const recordAttempt = createRecordAttempt(pool);
const url = 'https://receiver.example/callbacks';
const DAY_MS = 86_400_000;
const retentionMs = 30 * DAY_MS;

function listAttempts(deliveryId: string) {
  const { deliveryId: column, number } = deliveryAttempts;
  return database.select().from(deliveryAttempts).where(eq(column, deliveryId)).orderBy(number);
}

function answered(deliveryId: string, number: number, changes: Partial<AttemptResult> = {}): AttemptResult {
  return {
    deliveryId,
    number,
    startedAt: new Date(1_700_000_000_000),
    latencyMs: 12,
    httpStatus: 500,
    errorClass: 'status',
    problem: 'receiver returned 500, expected 2xx',
    excerpt: 'oops',
    delayMs: 0,
    status: 'failed',
    ...changes,
  };
}

test('deliveries are listed by owner, task and status, the newest first', async () => {
  const owner = await givenOwner(connection);
  const first = await givenDelivery(connection, { url, owner });
  const second = await givenDelivery(connection, { url, owner });
  const other = await givenDelivery(connection, { url });
  await recordAttempt(answered(first.deliveryId, 1));
  const list = async (filter: Partial<Parameters<typeof listDeliveries>[1]>) =>
    (await listDeliveries(database, { limit: 10, ...filter })).map(({ id }) => id);
  expect(await list({})).toEqual([other.deliveryId, second.deliveryId, first.deliveryId]);
  expect(await list({ limit: 1 })).toEqual([other.deliveryId]);
  expect(await list({ ownerId: owner.ownerId })).toEqual([second.deliveryId, first.deliveryId]);
  expect(await list({ taskId: other.taskId })).toEqual([other.deliveryId]);
  expect(await list({ ownerId: owner.ownerId, status: 'failed' })).toEqual([first.deliveryId]);
  expect(await list({ ownerId: owner.ownerId, status: 'delivered' })).toEqual([]);
});

test.each(['failed', 'delivered'] as const)(
  'EVT-6 a %s delivery is sent again: same id and bytes, the log goes on, the schedule starts anew',
  async (status) => {
    const { deliveryId } = await givenDelivery(connection, { url });
    await recordAttempt(answered(deliveryId, 1, { status: 'pending' }));
    expect(await startRound(database, { id: deliveryId, retentionMs })).toEqual({ kind: 'pending' });
    await recordAttempt(answered(deliveryId, 2, { status }));
    const before = await findDelivery(database, deliveryId);
    expect(await startRound(database, { id: deliveryId, retentionMs })).toEqual({ kind: 'started' });
    expect(await startRound(database, { id: deliveryId, retentionMs })).toEqual({ kind: 'pending' });
    const [claimed] = await claimDeliveries(pool, [deliveryId], 20_000);
    expect(claimed).toMatchObject({ attempt: 3, earlierAttempts: 2, body: before?.body, url });
    expect((await listAttempts(deliveryId)).map(({ number }) => number)).toEqual([1, 2]);
  },
);

test.each([
  ['deliveries', 'url', 2_048],
  ['deliveries', 'host', 253],
  ['delivery_attempts', 'problem', 500],
  ['delivery_attempts', 'excerpt', 500],
])('%s.%s holds at most %i characters', async (table, column, bound) => {
  const { deliveryId } = await givenDelivery(connection, { url });
  await recordAttempt(answered(deliveryId, 1));
  const id = table === 'deliveries' ? 'id' : 'delivery_id';
  const store = (length: number) =>
    pool.query(`UPDATE ${table} SET ${column} = repeat('é', $2) WHERE ${id} = $1`, [deliveryId, length]);
  await store(bound);
  await expect(store(bound + 1)).rejects.toMatchObject({ constraint: `${table}_${column}_length` });
});

test('deliveries that ended before the retention are deleted with their log, in batches; pending ones stay', async () => {
  const days = (count: number) => count * 24 * 3_600_000;
  const age = (deliveryId: string, ageMs: number) =>
    pool.query("UPDATE deliveries SET due_at = now() - $2 * interval '1 millisecond' WHERE id = $1", [
      deliveryId,
      ageMs,
    ]);
  const [pending, young, ...old] = await Promise.all(
    Array.from({ length: 7 }, async () => (await givenDelivery(connection, { url })).deliveryId),
  );
  for (const deliveryId of [young ?? '', ...old]) await recordAttempt(answered(deliveryId, 1));
  for (const deliveryId of [pending ?? '', ...old]) await age(deliveryId, days(31));
  await age(young ?? '', days(29));
  expect(await deleteOldDeliveries(database, { retentionMs: days(30), batchSize: 2 })).toBe(old.length);
  const isKept = async (deliveryId = '') => (await findDelivery(database, deliveryId)) !== undefined;
  expect(await Promise.all([pending, young, ...old].map(isKept))).toEqual([
    ...[true, true],
    ...old.map(() => false),
  ]);
  expect(await listAttempts(old[0] ?? '')).toEqual([]);
  expect(await listAttempts(young ?? '')).toHaveLength(1);
});

test('a delivery is sent again until the retention after its creation, so that it is deleted in the end', async () => {
  const { deliveryId: id } = await givenDelivery(connection, { url });
  await recordAttempt(answered(id, 1));
  const age = (column: 'created_at' | 'due_at', days: number) =>
    pool.query(`UPDATE deliveries SET ${column} = now() - $2 * interval '1 day' WHERE id = $1`, [id, days]);
  await age('created_at', 29);
  expect(await startRound(database, { id, retentionMs })).toEqual({ kind: 'started' });
  await recordAttempt(answered(id, 2));
  await age('created_at', 30);
  const refused = await startRound(database, { id, retentionMs });
  const { createdAt = new Date(0) } = (await findDelivery(database, id)) ?? {};
  expect(refused).toEqual({ kind: 'too-old', lastMoment: new Date(createdAt.getTime() + retentionMs) });
  await age('due_at', 31);
  await deleteOldDeliveries(database, { retentionMs });
  expect(await findDelivery(database, id)).toBeUndefined();
});

test('a delivery that does not exist is not sent again', async () => {
  expect(await startRound(database, { id: 'msg_none', retentionMs })).toEqual({ kind: 'not-found' });
  expect(await findDelivery(database, 'msg_none')).toBeUndefined();
});

test('attempts that end together are each logged once, and a bad one fails alone', async () => {
  const given = await Promise.all([1, 2, 3].map(() => givenDelivery(connection, { url })));
  const [first, second, bad] = given.map(({ deliveryId }) => deliveryId) as [string, string, string];
  await recordAttempt(answered(second, 1, { status: 'pending' }));
  const outcomes = await Promise.allSettled([
    recordAttempt(answered(first, 1, { status: 'delivered', httpStatus: 204, errorClass: null })),
    recordAttempt(answered(first, 1)),
    recordAttempt(answered(second, 1)),
    recordAttempt(answered(second, 2)),
    recordAttempt(answered(bad, 1, { excerpt: 'x'.repeat(501) })),
  ]);
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.status)),
  ).toEqual([true, false, false, true, 'rejected']);
  const { rows } = await pool.query(
    'SELECT status, attempts FROM deliveries WHERE id = ANY ($1) ORDER BY array_position($1, id)',
    [[first, second, bad]],
  );
  expect(rows).toEqual([
    { status: 'delivered', attempts: 1 },
    { status: 'failed', attempts: 2 },
    { status: 'pending', attempts: 0 },
  ]);
});
