import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { runPrepared } from './batch.ts';
import { connectDatabase } from './database.ts';

const connection = useDatabase();
const { pool, url } = connection;

test('a process that falls silent in a transaction fails no statement of others that waits for its locks', async () => {
  const { ownerId } = await givenOwner(connection);
  const suspended = connectDatabase(url, { max: 1 });
  const silent = await suspended.pool.connect();
  silent.on('error', () => {});
  await silent.query('BEGIN');
  await silent.query('SELECT FROM accounts WHERE owner_id = $1 FOR UPDATE', [ownerId]);
  const lock = { name: 'lock', text: 'SELECT mode FROM accounts WHERE owner_id = $1 FOR UPDATE' };
  expect((await runPrepared(pool, lock, [ownerId])).length).toBeGreaterThan(0);
  silent.release(true);
  await suspended.close();
});

test('a connection whose statements have no bound ends with its signal', async () => {
  const stopping = new AbortController();
  const patient = connectDatabase(url, { max: 1, signal: stopping.signal });
  const sleeping = patient.pool.query('SELECT pg_sleep(600)');
  await eventually('the statement', async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(600)'",
    );
    return rowCount === 1;
  });
  stopping.abort();
  await expect(sleeping).rejects.toThrow();
  await patient.close();
});
