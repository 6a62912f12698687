import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

const { connection, request } = useServer(async () => ({ DATABASE_POOL: '10' }));

test('an owner that lists tasks many times at once waits for itself, and no other owner for it', async () => {
  const [many, other] = [await givenOwner(connection), await givenOwner(connection)];
  const locking = await connection.pool.connect();
  await locking.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const lists = Array.from({ length: 30 }, () => request('/v1/tasks?status=failed', { key: many.key }));
  try {
    const credits = await request('/v1/credits', { key: other.key });
    expect(credits.status).toBe(200);
    const countWaiting = async () => {
      const { rows } = await connection.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%examined%'`,
      );
      return rows[0]?.waiting;
    };
    await expect.poll(countWaiting).toBe(3);
  } finally {
    await locking.query('ROLLBACK');
    locking.release();
  }
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
});
