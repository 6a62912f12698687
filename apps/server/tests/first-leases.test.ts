import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';
import { givenTask } from './support/task.ts';

const { connection, request } = useServer(async () => ({ RATE_POLL: '6' }));

async function givenPolls(headers = {}) {
  const owner = await givenOwner(connection);
  const taskId = await givenTask(connection, owner);
  const poll = async () => (await request(`/v1/tasks/${taskId}`, { key: owner.key, headers })).status;
  const countHits = async () => {
    const { rows } = await connection.pool.query<{ hits: number }>(
      'SELECT cardinality(hits) AS hits FROM rate_windows WHERE bucket = $1',
      [`poll:${taskId}`],
    );
    return rows[0]?.hits;
  };
  return { poll, countHits };
}

test('END-5 the polls after the first one pass without a statement, and six pass in all', async () => {
  await eventually('polls from memory', async () => {
    const { poll, countHits } = await givenPolls();
    expect(await poll()).toBe(200);
    // The permits of the owner come with a statement of their own.
    await eventually('permits of the owner', async () => {
      const { rows } = await connection.pool.query('SELECT FROM rate_allowances WHERE granted > 0');
      return rows.length > 0;
    });
    const counted = await countHits();
    const statuses: number[] = [];
    for (let number = 2; number <= 4; number += 1) statuses.push(await poll());
    if ((await countHits()) !== counted) return false;
    for (let number = 5; number <= 7; number += 1) statuses.push(await poll());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    return true;
  });
});

test.each([
  ['Prefer', { prefer: 'respond-async' }],
  ['Origin', { origin: 'https://a.example' }],
])('END-5 six polls with %s pass, though they lease permits', async (_, headers) => {
  const { poll } = await givenPolls(headers);
  const statuses: number[] = [];
  for (let number = 1; number <= 7; number += 1) statuses.push(await poll());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});
