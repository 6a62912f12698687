import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { revokeKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request, url } = useServer(async () => ({ RATE_STATUS: '200' }));

async function givenTask(prompt: string) {
  const { key, keyId, ownerId } = await givenOwner(connection, { mode: 'test' });
  const json = { model: 'video-2-0', input: { prompt } };
  const created = await request('/v1/videos/generations', { key, json });
  const { taskId } = (await created.json()) as { taskId: string };
  const poll = (headers = {}) => request(`/v1/tasks/${taskId}`, { key, headers });
  return { key, keyId, ownerId, poll, taskId };
}

const countWindow = async (bucket: string) => {
  const { rows } = await connection.pool.query<{ hits: number; leases: number }>(
    'SELECT cardinality(hits) AS hits, cardinality(leases) AS leases FROM rate_windows WHERE bucket = $1',
    [bucket],
  );
  return rows[0];
};

/** Polls until the process holds key and task: the database then counts polls no more. */
async function pollUntilHeld({ poll, keyId }: Awaited<ReturnType<typeof givenTask>>): Promise<void> {
  await eventually('an answer from memory', async () => {
    const before = await countWindow(`status:${keyId}`);
    expect((await poll()).status).toBe(200);
    const after = await countWindow(`status:${keyId}`);
    return after?.leases === 1 && after.hits === before?.hits;
  });
}

const VARYING = new Set(['date', 'ratelimit', 'x-request-id', 'retry-after']);
const listHeaders = ({ headers }: Response) => [...headers].filter(([name]) => !VARYING.has(name)).sort();

test.each([
  ['that has ended', '#sandbox:fail=content_rejected'],
  ['that is under way', '#sandbox:delay=60s'],
])(
  'LIM-2 two answers from memory about a task %s are the same with any preference, and both are counted',
  async (_, prompt) => {
    const given = await givenTask(prompt);
    if (prompt.includes('fail')) {
      await eventually('the end', async () => {
        const { status } = (await (await given.poll()).json()) as { status: string };
        return status === 'failed';
      });
    }
    await pollUntilHeld(given);
    const first = await given.poll({ prefer: 'unknown' });
    const second = await given.poll();
    expect(listHeaders(second)).toEqual(listHeaders(first));
    expect(await second.text()).toBe(await first.text());
    const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    expect(left(second)).toBe(left(first) - 1);
    expect(left(await given.poll())).toBe(left(first) - 2);
    expect(second.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  },
);

test('a key that is revoked stops within a second, also where it is held in memory', async () => {
  const given = await givenTask('#sandbox:delay=60s');
  await pollUntilHeld(given);
  await revokeKey(connection.database, given.keyId);
  const revokedMs = performance.now();
  let passedMs = 0;
  await eventually('a refusal', async () => {
    const sentMs = performance.now();
    const { status } = await given.poll();
    if (status === 200) passedMs = sentMs - revokedMs;
    return status === 401;
  });
  expect(passedMs).toBeLessThan(1_000);
});

test('LIM-1 at most the quota passes, and more than three quarters of it, from memory and from the database', async () => {
  const given = await givenTask('#sandbox:delay=60s');
  let passed = 0;
  const startedMs = performance.now();
  let last = 200;
  while (last === 200 && performance.now() - startedMs < 50_000) {
    last = (await given.poll()).status;
    if (last === 200) passed += 1;
  }
  expect(last).toBe(429);
  expect(passed).toBeLessThanOrEqual(200);
  // Permits that are leased when the others are used up are used first.
  expect(passed).toBeGreaterThan(150);
});

test.each([
  ['Host', 'attacker.example', 400],
  ['Authorization', 'Bearer sk_test_other', 401],
])(
  'a second %s header is refused as the app refuses it, also where the key is held',
  async (name, value, expected) => {
    const given = await givenTask('#sandbox:delay=60s');
    await pollUntilHeld(given);
    const headers = ['Host', 'localhost', 'Authorization', `Bearer ${given.key}`, name, value];
    const sent = get(url(`/v1/tasks/${given.taskId}`), { headers, setHost: false });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(expected);
  },
);
