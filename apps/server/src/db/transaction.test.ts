import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { inTransaction } from './transaction.ts';

const { pool } = useDatabase();

const insertSecret = `INSERT INTO secrets (name, value) VALUES ($1, 'x')`;

async function secretNames(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM secrets ORDER BY name');
  return rows.map(({ name }) => name);
}

test('a transaction is whole or absent, and its connection is free afterwards', async () => {
  await inTransaction(pool, (connection) => connection.query(insertSecret, ['kept']));
  const fails = inTransaction(pool, async (connection) => {
    await connection.query(insertSecret, ['lost']);
    throw new Error('undo it');
  });
  await expect(fails).rejects.toThrow('undo it');
  expect(await secretNames()).toEqual(['kept']);
  expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
});

test('a connection that breaks within a transaction is not used again', async () => {
  const breaks = inTransaction(pool, (connection) =>
    connection.query('SELECT pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(breaks).rejects.toThrow();
  expect(pool.totalCount - pool.idleCount).toBe(0);
  expect(await secretNames()).toEqual(['kept']);
});
