import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { givenDelivery } from '../../tests/support/delivery.ts';
import { explainPlan, mostRows } from '../../tests/support/explain.ts';
import { claimDeliveries } from './outbox.queries.ts';

const connection = useDatabase();
const { pool } = connection;
const OTHERS = 3_000;

/** Stores deliveries like another one, past every trigger. */
async function givenOthers(deliveryId: string, status: 'delivered' | 'pending'): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO deliveries (id, task_id, owner_id, url, host, body, status)
      SELECT 'msg_' || $2 || n, 'task_' || $2 || n, owner_id, url, host, body, $2
      FROM deliveries, generate_series(1, $3::integer) AS n WHERE id = $1`,
      [deliveryId, status, OTHERS],
    );
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
}

test('a claim reads the deliveries that it names, however many others wait', async () => {
  const { deliveryId } = await givenDelivery(connection, { url: 'https://a.example/callbacks' });
  await givenOthers(deliveryId, 'delivered');
  // Statistics from before the backlog, as in production.
  await pool.query('ANALYZE deliveries');
  await givenOthers(deliveryId, 'pending');
  const ids = Array.from({ length: 20 }, (_, index) => `msg_pending${index + 1}`);
  const plan = await explainPlan(pool, (_, explaining) => claimDeliveries(explaining, ids, 20_000));
  expect(mostRows(plan)).toBeLessThan(OTHERS / 10);
  // The plan was run, so that they are claimed already.
  expect(await claimDeliveries(pool, [...ids, deliveryId], 20_000)).toMatchObject([{ id: deliveryId }]);
});
