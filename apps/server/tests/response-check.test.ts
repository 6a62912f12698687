// The server compares its responses with the contract: a violation is a 500 here. Other suites run as in production.
import { type OperationId, operations } from '@keyframe/contract/hono';
import { expect, test } from 'vitest';
import { sharedSecret } from '../src/db/secret.queries.ts';
import type { Scope } from '../src/db/tables.ts';
import { createKey } from '../src/keys/keys.queries.ts';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const QUOTA = 20;
const { connection, request } = useServer(async () => ({
  ROLE: 'api',
  RESPONSE_CHECK: 'throw',
  RATE_CREATE: String(QUOTA),
  RATE_STATUS: String(QUOTA),
}));

const OPERATIONS = Object.keys(operations) as OperationId[];
const GENERATION = { model: 'video-2-0', input: { prompt: '#sandbox:delay=60s' } };
const INVALID: Partial<Record<OperationId, { json?: object; query?: string }>> = {
  createVideoGeneration: { json: {} },
  listTasks: { query: '?limit=none' },
  listSandboxCallbacks: { query: '?limit=none' },
};

type Owner = Awaited<ReturnType<typeof givenOwner>>;

interface Sent {
  readonly taskId?: string;
  readonly json?: object;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request that is valid by default, and returns the status; a stream of events is not read. */
async function send(id: OperationId, key: string | undefined, { taskId, json, query, headers }: Sent = {}) {
  const { method, path } = operations[id].route;
  const response = await request(`${path.replace('{id}', taskId ?? 'task_none')}${query ?? ''}`, {
    ...(key !== undefined && { key }),
    ...(method === 'post' && { json: json ?? GENERATION }),
    ...(headers && { headers }),
  });
  if (response.headers.get('content-type') === 'text/event-stream') await response.body?.cancel();
  else await response.text();
  return response.status;
}

async function createOwnerKey({ ownerId }: Owner, scopes: readonly Scope[]): Promise<string> {
  const secret = await sharedSecret(connection.database, 'key-hash');
  return (await createKey(connection.database, { ownerId, mode: 'test', scopes, secret })).key;
}

/** Sends requests with a key until its limit refuses one. */
async function exceedLimit(id: OperationId, { key }: Owner, taskId: string): Promise<number> {
  for (let count = 0; count < QUOTA; count += 1) await send(id, key, { taskId });
  return send(id, key, { taskId });
}

async function endTask(taskId: string): Promise<void> {
  await connection.pool.query(
    `UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'timed_out',
     finished_at = now() WHERE id = $1`,
    [taskId],
  );
}

/** Provokes the documented statuses of an operation other than 500, and lists those that arrived. */
async function provokeStatuses(id: OperationId): Promise<number[]> {
  const owner = await givenOwner(connection, { mode: 'test' });
  const taskId = await givenTask(connection, owner);
  const needed: Scope = id === 'createVideoGeneration' ? 'videos:create' : 'tasks:read';
  const other: Scope = needed === 'tasks:read' ? 'videos:create' : 'tasks:read';
  const statuses = [
    await send(id, owner.key, { taskId }),
    // Its key is in memory now.
    await send(id, owner.key, { taskId }),
    await send(id, undefined, { taskId }),
    await send(id, await createOwnerKey(owner, [other]), { taskId }),
    await send(id, owner.key),
  ];
  const invalid = INVALID[id];
  if (invalid !== undefined) statuses.push(await send(id, owner.key, invalid));
  if (id === 'createVideoGeneration') {
    const poor = await givenOwner(connection, { mode: 'test', credits: 0 });
    statuses.push(await send(id, poor.key));
  }
  statuses.push(await exceedLimit(id, await givenOwner(connection, { mode: 'test' }), taskId));
  if (id === 'getTask') {
    statuses.push(await send(id, owner.key, { taskId, headers: { prefer: 'wait=1' } }));
  }
  await endTask(taskId);
  statuses.push(await send(id, owner.key, { taskId, headers: { 'last-event-id': 'failed' } }));
  return [...new Set(statuses)].sort();
}

/** A request that is malformed as HTTP is rejected before its operation is known. */
const OUTSIDE = OPERATIONS.filter((id) => INVALID[id] === undefined);

test.each(OPERATIONS)('%s responds by its contract with each status that is documented', async (id) => {
  const documented = Object.keys(operations[id].route.responses).map(Number);
  const outside = OUTSIDE.includes(id) ? [400, 500] : [500];
  expect(await provokeStatuses(id)).toEqual(documented.filter((status) => !outside.includes(status)));
});

test('an answer that departs from the contract is a 500 without detail, and stays one until it is mended', async () => {
  const owner = await givenOwner(connection);
  const id = await givenTask(connection, { ...owner, model: 'video-2-0' });
  const read = () => request(`/v1/tasks/${id}`, { key: owner.key });
  expect((await read()).status).toBe(200);
  await connection.pool.query('ALTER TABLE tasks DISABLE TRIGGER USER');
  await connection.pool.query(`UPDATE tasks SET model = 'video-9' WHERE id = $1`, [id]);
  for (const headers of [{}, { prefer: 'wait=1' }]) {
    const broken = await request(`/v1/tasks/${id}`, { key: owner.key, headers });
    expect(broken.status).toBe(500);
    expect(await broken.json()).toEqual({
      error: { code: 'internal_error', message: 'Internal server error. Retry later.' },
    });
  }
  await connection.pool.query(`UPDATE tasks SET model = 'video-2-0' WHERE id = $1`, [id]);
  expect((await read()).status).toBe(200);
});

// The last test: it breaks the database.
test('a failure of the server has the documented form in each operation', async () => {
  const { key } = await givenOwner(connection);
  await connection.pool.query('ALTER TABLE api_keys RENAME TO api_keys_away');
  for (const id of OPERATIONS) {
    const { method, path } = operations[id].route;
    const response = await request(path.replace('{id}', 'task_none'), {
      key,
      ...(method === 'post' && { json: GENERATION }),
    });
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: { code: 'internal_error', message: 'Internal server error. Retry later.' } },
    ]);
  }
});
