import { once } from 'node:events';
import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { connectDatabase } from './database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { url, pool: other } = useDatabase({ migrated: false });

test('a connection that breaks while it is held goes back to the pool, and only once', async () => {
  const { pool, close } = connectDatabase(url, { max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const broken = once(client, 'error');
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  const [error] = await broken;
  expect(isDatabaseUnavailable(error)).toBe(true);
  const next = await pool.connect();
  client.release();
  expect((await next.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  next.release();
  await close();
});

test('a statement that takes too long is cancelled, which says to ask again', async () => {
  const { pool, close } = connectDatabase(url, { statementTimeoutMs: 50 });
  const error: unknown = await pool.query('SELECT pg_sleep(5)').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseUnavailable(new Error('query failed', { cause: error }))).toBe(true);
  await close();
});

test('what PostgreSQL says about a statement is no outage', async () => {
  const error: unknown = await other.query('SELECT 1 / 0').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect(isDatabaseUnavailable('lost')).toBe(false);
});
