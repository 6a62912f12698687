import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../src/audit/audit.queries.ts';
import { revokeKey } from '../src/keys/keys.queries.ts';
import { suspendOwner } from '../src/owners/suspensions.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({ RATE_CREATE: '40' }));

async function givenKey() {
  const { key, keyId, ownerId } = await givenOwner(connection, { mode: 'test' });
  const json = { model: 'video-2-0', input: { prompt: '#sandbox:delay=60s' } };
  const submit = () => request('/v1/videos/generations', { key, json });
  return { keyId, ownerId, submit };
}

const countHits = async (keyId: string) => {
  const { rows } = await connection.pool.query<{ hits: number; leases: number }>(
    'SELECT cardinality(hits) AS hits, cardinality(leases) AS leases FROM rate_windows WHERE bucket = $1',
    [`create:${keyId}`],
  );
  return rows[0];
};

/** Submits until the process holds the key: the database then counts submissions no more. */
async function submitUntilHeld({ submit, keyId }: Awaited<ReturnType<typeof givenKey>>): Promise<void> {
  await eventually('a submission from memory', async () => {
    const before = await countHits(keyId);
    expect((await submit()).status).toBe(202);
    const after = await countHits(keyId);
    return after?.leases === 1 && after.hits === before?.hits;
  });
}

/** The submissions that the limit of the key has left, as an answer says. */
const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

test('LIM-1 submissions of a key that is held are counted, and their tasks are of its owner', async () => {
  const given = await givenKey();
  await submitUntilHeld(given);
  const first = await given.submit();
  expect(left(await given.submit())).toBe(left(first) - 1);
  const { taskId } = (await first.json()) as { taskId: string };
  const { rows } = await connection.pool.query('SELECT owner_id, key_id FROM tasks WHERE id = $1', [taskId]);
  expect(rows).toEqual([{ owner_id: given.ownerId, key_id: given.keyId }]);
});

test('LIM-1 at most the quota passes, and more than three quarters of it, from memory and from the database', async () => {
  const given = await givenKey();
  let passed = 0;
  let response = await given.submit();
  for (; response.status === 202 && passed < 100; response = await given.submit()) passed += 1;
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(passed).toBeLessThanOrEqual(40);
  expect(passed).toBeGreaterThan(30);
});

test.each([
  [
    'AUT-3 a key that is revoked',
    401,
    ({ keyId }: { keyId: string }) => revokeKey(connection.database, keyId),
  ],
  [
    'a key of an owner that is suspended',
    403,
    ({ ownerId }: { ownerId: string }) =>
      suspendOwner(connection.database, { ownerId, note: undefined, actor: COMMAND_LINE }),
  ],
])('%s stops within a second, also where it is held', async (_, refusal, end) => {
  const given = await givenKey();
  await submitUntilHeld(given);
  await end(given);
  const endedMs = performance.now();
  let passedMs = 0;
  await eventually('a refusal', async () => {
    const sentMs = performance.now();
    const { status } = await given.submit();
    if (status === 202) passedMs = sentMs - endedMs;
    return status === refusal;
  });
  expect(passedMs).toBeLessThan(1_000);
});
