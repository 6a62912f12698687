import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const { connection, request } = useServer(async () => ({
  RATE_STATUS: '60',
  RATE_POLL: '6',
}));

async function givenTasks(count: number) {
  const owner = await givenOwner(connection);
  const taskIds: string[] = [];
  for (let number = 0; number < count; number += 1) taskIds.push(await givenTask(connection, owner));
  const poll = async (taskId = '', headers = {}) =>
    (await request(`/v1/tasks/${taskId}`, { key: owner.key, headers })).status;
  return { owner, taskIds, poll };
}

async function countHits(bucket: string): Promise<number | undefined> {
  const { rows } = await connection.pool.query<{ hits: number }>(
    'SELECT cardinality(hits) AS hits FROM rate_windows WHERE bucket = $1',
    [bucket],
  );
  return rows[0]?.hits;
}

test.each([
  ['queries', {}],
  ['waiting queries', { prefer: 'wait=0' }],
])('LIM-2 the whole quota of a key passes in %s of many tasks', async (_, headers) => {
  const { taskIds, poll } = await givenTasks(31);
  const statuses: number[] = [];
  for (const taskId of [...taskIds, ...taskIds]) statuses.push(await poll(taskId, headers));
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
  expect(statuses.slice(60)).toEqual([429, 429]);
});

test('LIM-2 the whole quota of a key passes while the changes of keys cannot be read', async () => {
  const { taskIds, poll } = await givenTasks(31);
  const statuses: number[] = [];
  const pollAll = async (ids: readonly string[]) => {
    for (const taskId of ids) statuses.push(await poll(taskId));
  };
  await pollAll(taskIds.slice(0, 10));
  const client = await connection.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE key_changes');
    // A held key passes for a second without news of its changes.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await pollAll([...taskIds.slice(10), ...taskIds]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
  expect(statuses.slice(60)).toEqual([429, 429]);
});

test('LIM-2 a query of a key in frequent use counts its task only, also if several processes answer', async () => {
  await connection.pool.query(
    `INSERT INTO lease_holders (id, seen_at) VALUES ('another', now() + interval '1 minute')`,
  );
  const { owner, taskIds, poll } = await givenTasks(40);
  let polls = 0;
  const counted = await eventually('a lease', async () => {
    await poll(taskIds[polls] ?? '');
    polls += 1;
    const count = (await countHits(`status:${owner.keyId}`)) ?? 0;
    return count < polls && count;
  });
  for (const taskId of taskIds.slice(polls, polls + 3)) {
    expect(await poll(taskId)).toBe(200);
    expect(await countHits(`poll:${taskId}`)).toBe(1);
  }
  expect(await countHits(`status:${owner.keyId}`)).toBe(counted);
});

test('a query of a task of another owner is not found, also where the key is held', async () => {
  const [one, other] = [await givenTasks(3), await givenTasks(1)];
  for (const taskId of one.taskIds) expect(await one.poll(taskId)).toBe(200);
  expect(await one.poll(other.taskIds[0])).toBe(404);
});
