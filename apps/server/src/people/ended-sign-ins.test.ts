import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { deleteEndedSignIns } from './ended-sign-ins.queries.ts';

const { database, pool } = useDatabase();

test('challenges that have expired are deleted, batch after batch, and others are kept', async () => {
  await pool.query(`INSERT INTO sign_in_challenges (id, identifier, value, expires_at)
    SELECT 'rec_' || number, 'i', 'v', now() + CASE WHEN number > 2500 THEN interval '1 hour' ELSE interval '-1 second' END
    FROM generate_series(1, 2510) AS number`);
  expect(await deleteEndedSignIns(database, { isOver: true })).toBe(1_000);
  expect(await deleteEndedSignIns(database, { isOver: false })).toBe(1_500);
  const { rows } = await pool.query('SELECT count(*)::int AS count FROM sign_in_challenges');
  expect(rows).toEqual([{ count: 10 }]);
});
