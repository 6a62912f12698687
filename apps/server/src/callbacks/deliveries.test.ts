import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenDelivery } from '../../tests/support/delivery.ts';
import { attemptsOf, findDelivery, listDeliveries, startRound } from './deliveries.queries.ts';
import { type AttemptResult, claimDeliveries, recordAttempt } from './outbox.queries.ts';

const connection = useDatabase();
const { database } = connection;
const url = 'https://receiver.example/callbacks';

function answered(deliveryId: string, number: number, changes: Partial<AttemptResult> = {}): AttemptResult {
  return {
    ...{ deliveryId, number, startedAt: new Date(1_700_000_000_000), latencyMs: 12, httpStatus: 500 },
    ...{ errorClass: 'status', problem: 'the receiver answered 500', excerpt: 'oops', delayMs: 0 },
    ...{ status: 'failed', ...changes },
  };
}

test('deliveries are listed by owner, task and status, the newest first', async () => {
  const owner = await givenOwner(connection);
  const first = await givenDelivery(connection, { url, owner });
  const second = await givenDelivery(connection, { url, owner });
  const other = await givenDelivery(connection, { url });
  await recordAttempt(database, answered(first.deliveryId, 1));
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
    await recordAttempt(database, answered(deliveryId, 1, { status: 'pending' }));
    expect(await startRound(database, deliveryId)).toBe(false);
    await recordAttempt(database, answered(deliveryId, 2, { status }));
    const before = await findDelivery(database, deliveryId);
    expect(await startRound(database, deliveryId)).toBe(true);
    expect(await startRound(database, deliveryId)).toBe(false);
    const [claimed] = await claimDeliveries(database, [deliveryId], 20_000);
    expect(claimed).toMatchObject({ attempt: 3, earlierAttempts: 2, body: before?.body, url });
    expect((await attemptsOf(database, deliveryId)).map(({ number }) => number)).toEqual([1, 2]);
  },
);

test('a delivery that does not exist is not sent again', async () => {
  expect(await startRound(database, 'msg_none')).toBe(false);
  expect(await findDelivery(database, 'msg_none')).toBeUndefined();
});
