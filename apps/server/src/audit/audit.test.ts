import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { deleteOldAuditEvents } from './audit.queries.ts';
import { listAuditEvents } from './listing.queries.ts';

const { database, pool } = useDatabase();
const DAY_MS = 86_400_000;
const ROUND = { isOver: false };

async function givenEvents(ageDays: readonly number[]): Promise<void> {
  await pool.query(
    `INSERT INTO audit_events (created_at, actor_kind, action, target)
    SELECT now() - age * interval '1 day', 'command-line', 'owner.create', age::text
    FROM unnest($1::int[]) WITH ORDINALITY AS given (age, position) ORDER BY position`,
    [ageDays],
  );
}

const targets = async () =>
  (await listAuditEvents(database, { limit: 10 })).events.map(({ target }) => target);

test('events older than the retention are deleted, in batches, and no others', async () => {
  await givenEvents([...Array<number>(1_500).fill(500), 399, 40, 1]);
  expect(await deleteOldAuditEvents(database, { ttlMs: 400 * DAY_MS, round: ROUND })).toBe(1_500);
  expect(await targets()).toEqual(['1', '40', '399']);
});

test('the database deletes nothing of the last 30 days, and changes nothing', async () => {
  await expect(deleteOldAuditEvents(database, { ttlMs: 1, round: ROUND })).rejects.toMatchObject({
    cause: { message: 'audit_events is append-only: DELETE of the last 30 days is refused' },
  });
  expect(await targets()).toEqual(['1', '40', '399']);
  for (const statement of ["UPDATE audit_events SET action = 'a.b'", 'TRUNCATE audit_events']) {
    await expect(pool.query(statement)).rejects.toThrow('audit_events is append-only');
  }
});
