import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from './ledger.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;

const ENDS = {
  charge: "status = 'completed', billing_status = 'charged', video_expires_at = now()",
  refund: "status = 'failed', billing_status = 'refunded', failed_reason = 'timed_out'",
};

/** Settles a queued task. */
async function settle(kind: keyof typeof ENDS, taskId: string): Promise<void> {
  await pool.query(`UPDATE tasks SET status = 'generating' WHERE id = $1 AND status = 'queued'`, [taskId]);
  await pool.query(`UPDATE tasks SET ${ENDS[kind]}, finished_at = now() WHERE id = $1`, [taskId]);
}

test('PUR-3 a reservation moves exactly its credits, a charge spends them, a refund returns them', async () => {
  const { ownerId, keyId, mode } = await givenOwner(connection, { credits: 100 });
  const charged = await givenTask(connection, { ownerId, keyId, mode, credits: 30 });
  const refunded = await givenTask(connection, { ownerId, keyId, mode, credits: 20 });
  expect(await readBalance(database, ownerId, mode)).toEqual({ available: 50, reserved: 50 });
  await settle('charge', charged);
  expect(await readBalance(database, ownerId, mode)).toEqual({ available: 50, reserved: 20 });
  await settle('refund', refunded);
  expect(await readBalance(database, ownerId, mode)).toEqual({ available: 70, reserved: 0 });
});

test('the database refuses an overdrawn account, and concurrent reservations cannot overdraw it', async () => {
  const { ownerId, keyId, mode } = await givenOwner(connection, { credits: 100 });
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, () => givenTask(connection, { ownerId, keyId, mode, credits: 30 })),
  );
  expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(3);
  expect(await readBalance(database, ownerId, mode)).toEqual({ available: 10, reserved: 90 });
});

test('a task is reserved once and settled once: a charge or a second refund after a refund is refused', async () => {
  const { ownerId, keyId, mode } = await givenOwner(connection);
  const taskId = await givenTask(connection, { ownerId, keyId, mode, credits: 30 });
  const book = (kind: string) =>
    pool.query(
      `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount) VALUES ($1, $2, $3, $4, 30)`,
      [ownerId, mode, taskId, kind],
    );
  await expect(book('reserve')).rejects.toThrow(/ledger_entries_\w*task_id_kind_key/);
  await settle('refund', taskId);
  for (const kind of ['charge', 'refund']) {
    await expect(book(kind)).rejects.toThrow('violates unique constraint');
  }
  expect(await readBalance(database, ownerId, mode)).toEqual({ available: 10_000, reserved: 0 });
});

test.each(['UPDATE ledger_entries SET amount = 1', 'DELETE FROM ledger_entries', 'TRUNCATE ledger_entries'])(
  'the ledger is append-only: %s is refused',
  async (statement) => {
    await givenOwner(connection);
    await expect(pool.query(statement)).rejects.toThrow('ledger_entries is append-only');
  },
);

test('the postings of every entry sum to zero', async () => {
  const { rows } = await pool.query('SELECT sum(amount)::int AS sum FROM ledger_postings GROUP BY id');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every((row: { sum: number }) => row.sum === 0)).toBe(true);
});

test('live and test balances are apart', async () => {
  const { ownerId } = await givenOwner(connection, { credits: 100, mode: 'test' });
  expect(await readBalance(database, ownerId, 'test')).toEqual({ available: 100, reserved: 0 });
  expect(await readBalance(database, ownerId, 'live')).toEqual({ available: 0, reserved: 0 });
});

test('the audit finds a balance that does not follow from the entries', async () => {
  const { ownerId } = await givenOwner(connection, { credits: 100 });
  const readFindings = async () =>
    (await auditLedger(database)).findings.filter(({ subject }) => subject.startsWith(ownerId));
  expect(await readFindings()).toEqual([]);
  await pool.query('ALTER TABLE accounts DISABLE TRIGGER USER');
  await pool.query("UPDATE accounts SET available = 101 WHERE owner_id = $1 AND mode = 'live'", [ownerId]);
  await pool.query('ALTER TABLE accounts ENABLE TRIGGER USER');
  expect(await readFindings()).toEqual([
    { subject: `${ownerId} live`, problem: 'holds 101 available and 0 reserved, its entries say 100 and 0' },
  ]);
  expect((await auditLedger(database)).balanced).toBe(false);
});

test('the database refuses a balance that no entry explains, written by hand or given at the start', async () => {
  const { ownerId } = await givenOwner(connection);
  const refused = 'balances follow from ledger_entries';
  await expect(
    pool.query('UPDATE accounts SET available = 1 WHERE owner_id = $1', [ownerId]),
  ).rejects.toThrow(refused);
  const gift = "INSERT INTO accounts (owner_id, mode, available) VALUES ($1, 'live', 1)";
  await expect(pool.query(gift, [ownerId])).rejects.toThrow(refused);
});
