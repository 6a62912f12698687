import { expect, test } from 'vitest';
import { useServer } from './support/server.ts';

const { connection } = useServer(async () => {
  const { rows } = await connection.pool.query<{ name: string }>(
    `SELECT name FROM month_partitions WHERE name ~ '_[0-9]{4}_[0-9]{2}$'`,
  );
  await connection.pool.query(`DROP TABLE ${rows.map(({ name }) => name).join()}`);
  return {};
});

test('a server that listens has created the partitions that were missing', async () => {
  const { rows } = await connection.pool.query('SELECT name FROM missing_partitions');
  expect(rows).toEqual([]);
});
