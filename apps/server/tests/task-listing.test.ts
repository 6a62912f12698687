import type { components } from '@keyframe/contract';
import { expect, test } from 'vitest';
import { recordDeliveries } from '../src/callbacks/outbox.queries.ts';
import { sharedSecret } from '../src/db/secret.queries.ts';
import type { Mode, Scope } from '../src/db/tables.ts';
import { createKey } from '../src/keys/keys.queries.ts';
import { findOwner } from '../src/owners/owners.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

type Schemas = components['schemas'];

// Without workers what is queued stays queued.
const { connection, request } = useServer(async () => ({ ROLE: 'api', RATE_STATUS: '60' }));

async function givenKey(
  ownerId: string,
  { mode = 'live', scopes = ['tasks:read'] }: { mode?: Mode; scopes?: Scope[] },
) {
  const secret = await sharedSecret(connection.database, 'key-hash');
  return (await createKey(connection.database, { ownerId, mode, scopes, secret })).key;
}

async function list(key: string, query = '') {
  const response = await request(`/v1/tasks${query}`, { key });
  return { status: response.status, body: (await response.json()) as Schemas['TaskList'] };
}

test('AUT-5 a key lists the tasks of its owner, page by page, newest first, and of no other owner', async () => {
  const owner = await givenOwner(connection);
  const otherOwner = await givenOwner(connection);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await givenTask(connection, owner));
  await givenTask(connection, otherOwner);
  const listed: string[] = [];
  let query = '?limit=2';
  for (let page = 0; page < 3; page += 1) {
    const { status, body } = await list(owner.key, query);
    expect(status).toBe(200);
    listed.push(...body.data.map(({ id }) => id));
    query = `?limit=2&cursor=${body.next_cursor}`;
    expect(body.next_cursor === null).toBe(page === 2);
  }
  expect(listed).toEqual(ids);
});

test('an item is what GET /v1/tasks/{id} answers', async () => {
  const owner = await givenOwner(connection);
  const id = await givenTask(connection, owner);
  const { body } = await list(owner.key);
  expect(body).toEqual({
    data: [await (await request(`/v1/tasks/${id}`, { key: owner.key })).json()],
    next_cursor: null,
  });
});

test('a key lists tasks of its mode only, although it may read each of the other by its id', async () => {
  const owner = await givenOwner(connection, { mode: 'live' });
  const live = await givenTask(connection, owner);
  const testKey = await givenKey(owner.ownerId, { mode: 'test' });
  expect((await list(testKey)).body.data).toEqual([]);
  expect((await request(`/v1/tasks/${live}`, { key: testKey })).status).toBe(200);
});

test('filters by status, model and time of acceptance combine', async () => {
  const owner = await givenOwner(connection);
  const base = await givenTask(connection, owner);
  const fast = await givenTask(connection, { ...owner, model: 'video-2-0-fast' });
  const shown = async (query: string) => (await list(owner.key, query)).body.data.map(({ id }) => id);
  expect(await shown('?status=queued')).toEqual([fast, base]);
  expect(await shown('?status=completed')).toEqual([]);
  expect(await shown('?status=queued&model=video-2-0-fast')).toEqual([fast]);
  const now = Math.floor(Date.now() / 1000);
  expect(await shown(`?created_from=${now - 60}&created_before=${now + 60}`)).toEqual([fast, base]);
  expect(await shown(`?created_before=${now - 60}`)).toEqual([]);
  expect(await shown(`?created_from=${now + 60}`)).toEqual([]);
});

test.each([
  ['limit=0', 'limit: must be at least 1'],
  ['limit=101', 'limit: must be at most 100'],
  ['status=done', 'status: must be'],
  ['cursor=abc', 'cursor: must be the next_cursor of an earlier page'],
  ['cursor=%00', 'cursor: must be the next_cursor of an earlier page'],
  ['created_from=-1', 'created_from: must be'],
])('?%s is refused with invalid_request, and was counted', async (query, message) => {
  const { key } = await givenOwner(connection);
  const response = await request(`/v1/tasks?${query}`, { key });
  expect(response.status).toBe(400);
  expect(response.headers.get('ratelimit')).toMatch(/^"status";r=59;/);
  const { error } = (await response.json()) as Schemas['Error'];
  expect(error).toMatchObject({ code: 'invalid_request', param: query.split('=')[0] });
  expect(error.message).toContain(message);
});

test.each(['/v1/tasks', '/v1/tasks/task_01jd3zq8m6v5t2x9c4b7n1k0ph/deliveries', '/v1/sandbox/callbacks'])(
  'AUT-4 LIM-2 %s needs the scope to read, and counts against the limit of the key',
  async (path) => {
    const { ownerId, key } = await givenOwner(connection, { mode: 'test' });
    const writer = await givenKey(ownerId, { mode: 'test', scopes: ['videos:create'] });
    expect((await request(path, { key: writer })).status).toBe(403);
    expect((await request(path)).status).toBe(401);
    for (let count = 0; count < 60; count += 1) await request(path, { key });
    const refused = await request(path, { key });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

async function givenDelivery(owner: Awaited<ReturnType<typeof givenOwner>>) {
  const taskId = await givenTask(connection, owner);
  const { ownerId } = owner;
  const url = 'https://hooks.example.com/?token=receiver-secret';
  await recordDeliveries(connection.database, [
    { taskId, ownerId, url, body: '{"secret":"body-secret"}', traceparent: null },
  ]);
  await connection.pool.query(
    `INSERT INTO delivery_attempts (delivery_id, number, started_at, latency_ms, http_status, error_class, problem, excerpt)
    SELECT id, number, '2026-11-20T11:01:07.412Z', 183, 503, 'status', 'receiver-secret', 'answer-secret'
    FROM deliveries, generate_series(1, 2) AS number WHERE task_id = $1`,
    [taskId],
  );
  return taskId;
}

test('lists the attempts of a callback without fields that may contain secrets of the receiver', async () => {
  const owner = await givenOwner(connection);
  const taskId = await givenDelivery(owner);
  const response = await request(`/v1/tasks/${taskId}/deliveries`, { key: owner.key });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain('secret');
  const requested_at = '2026-11-20T11:01:07.412Z';
  const attempt = { requested_at, latency: 0.183, http_status: 503, error: 'status' };
  expect(JSON.parse(text)).toEqual({
    data: [
      {
        id: expect.stringMatching(/^msg_/),
        status: 'pending',
        next_attempt_at: expect.stringMatching(/Z$/),
        attempts: [
          { number: 2, ...attempt },
          { number: 1, ...attempt },
        ],
      },
    ],
  });
});

test('AUT-5 the attempts of another owner are not found; a task without callback has none', async () => {
  const owner = await givenOwner(connection);
  const otherOwner = await givenOwner(connection);
  const taskId = await givenDelivery(owner);
  const silent = await givenTask(connection, owner);
  const read = (id: string, key: string) => request(`/v1/tasks/${id}/deliveries`, { key });
  for (const [id, key] of [
    [taskId, otherOwner.key],
    ['task_none', owner.key],
  ] as const) {
    const response = await read(id, key);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  }
  expect(await (await read(silent, owner.key)).json()).toEqual({ data: [] });
});

test('the sandbox returns callbacks to test keys only, after a position that it returned', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const read = (query: string, key = owner.key) => request(`/v1/sandbox/callbacks${query}`, { key });
  const { data, position } = (await (await read('')).json()) as Schemas['SandboxCallbacks'];
  expect(data).toEqual([]);
  const next = await read(`?after=${position}`);
  expect([next.status, await next.json()]).toEqual([200, { data: [], position }]);
  const unknown = await read('?after=abc');
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: { param: 'after' } }]);
  const live = await read('', await givenKey(owner.ownerId, { mode: 'live' }));
  expect([live.status, await live.json()]).toMatchObject([
    403,
    { error: { code: 'forbidden', message: 'Only test keys have a sandbox.' } },
  ]);
});

test('the first callbacks that a program fetches from the sandbox are noted with the owner', async () => {
  const owner = await givenOwner(connection, { mode: 'test' });
  const read = async (query: string) => {
    const response = await request(`/v1/sandbox/callbacks${query}`, { key: owner.key });
    return (await response.json()) as Schemas['SandboxCallbacks'];
  };
  const readMoment = async () => (await findOwner(connection.database, owner.ownerId))?.callbacksFetchedAt;
  const { position } = await read('');
  await read(`?after=${position}`);
  expect(await readMoment()).toBeNull();
  const taskId = await givenTask(connection, owner);
  await connection.pool.query(
    `UPDATE tasks SET status = 'failed', billing_status = 'refunded', failed_reason = 'provider_failed',
      started_at = now(), finished_at = now() WHERE id = $1`,
    [taskId],
  );
  await expect.poll(async () => (await read(`?after=${position}`)).data).toHaveLength(1);
  const fetchedAt = await readMoment();
  expect(fetchedAt).toBeInstanceOf(Date);
  await read(`?after=${position}`);
  expect(await readMoment()).toEqual(fetchedAt);
});
