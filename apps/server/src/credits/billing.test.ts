/** Constraints between entries and tasks: the database refuses a violation by any writer. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { createId } from '../id.ts';
import { grantCredits, readBalance } from './ledger.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const CREDITS = 30;

const COMPLETE = `UPDATE tasks SET status = 'completed', billing_status = 'charged', finished_at = now(),
  video_expires_at = now()`;
const FAIL = `UPDATE tasks SET status = 'failed', failed_reason = 'timed_out', finished_at = now(), billing_status =`;

async function givenGenerating() {
  const owner = await givenOwner(connection);
  const taskId = await givenTask(connection, { ...owner, credits: CREDITS });
  await pool.query(`UPDATE tasks SET status = 'generating', started_at = now() WHERE id = $1`, [taskId]);
  return { ...owner, taskId };
}

function book({ ownerId, mode, taskId }: { ownerId: string; mode: string; taskId: string }) {
  return (kind: string, amount = CREDITS) =>
    sql`INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
      VALUES (${ownerId}, ${mode}, ${taskId}, ${kind}, ${amount})`;
}

/** Runs statements in one transaction; gives the error of the one that was refused, or of the commit. */
async function readRefusal(statements: readonly ReturnType<typeof sql>[]): Promise<string> {
  const run = database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.execute(statement);
  });
  return run.then(
    () => 'none',
    (error: Error) => String(error.cause ?? error),
  );
}

test.each([
  ['another owner', { ownerId: 'other' }],
  ['another mode', { mode: 'test' }],
  ['another amount', { amount: CREDITS - 1 }],
])('an entry of %s than its task is refused', async (_, other) => {
  const task = await givenGenerating();
  const otherOwner = await givenOwner(connection);
  // Each account has credits reserved that the entry could spend: only the tie to the task can refuse it.
  await grantCredits(database, { ownerId: task.ownerId, mode: 'test', amount: CREDITS });
  await givenTask(connection, { ...otherOwner, credits: CREDITS });
  await givenTask(connection, { ...task, keyId: null, mode: 'test', credits: CREDITS });
  const ownerId = 'ownerId' in other ? otherOwner.ownerId : task.ownerId;
  const mode = 'mode' in other ? other.mode : task.mode;
  const entry = book({ ownerId, mode, taskId: task.taskId })(
    'charge',
    'amount' in other ? other.amount : CREDITS,
  );
  const complete = sql`${sql.raw(COMPLETE)} WHERE id = ${task.taskId}`;
  expect(await readRefusal([entry, complete])).toContain('not of the owner, mode and credits of its task');
});

test.each([
  ['charged with a refund', ['refund'], `${COMPLETE}`, 'violates unique constraint "ledger_entries_'],
  ['refunded with a charge', ['charge'], `${FAIL} 'refunded'`, 'violates unique constraint "ledger_entries_'],
  [
    'refund_failed with a refund',
    ['refund'],
    `${FAIL} 'refund_failed'`,
    'is refund_failed, its ledger entries are',
  ],
  ['reserved with a charge', ['charge'], undefined, 'is reserved, its ledger entries are {charge,reserve}'],
  ['reserved with a refund', ['refund'], undefined, 'is reserved, its ledger entries are {refund,reserve}'],
])('a task that would be %s is refused', async (...[, kinds, change, refusal]) => {
  const task = await givenGenerating();
  const update = change === undefined ? [] : [sql`${sql.raw(change)} WHERE id = ${task.taskId}`];
  expect(await readRefusal([...kinds.map((kind) => book(task)(kind)), ...update])).toContain(refusal);
});

function insertTask({ ownerId, keyId, mode }: { ownerId: string; keyId: string; mode: string }) {
  return sql`INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
    VALUES (${createId('task')}, ${ownerId}, ${keyId}, ${mode}, 'video-2-0', ${JSON.stringify(INPUT)}, 0, ${CREDITS}, now())`;
}

test('PUR-1 a task that is stored by any statement reserves its credits', async () => {
  const owner = await givenOwner(connection, { credits: 50 });
  expect(await readRefusal([insertTask(owner)])).toBe('none');
  expect(await readBalance(database, owner.ownerId, 'live')).toEqual({ available: 20, reserved: 30 });
  expect(await readRefusal([insertTask(owner)])).toContain('accounts_not_overdrawn');
});

test.each([
  ['another owner', { ownerId: 'other' }],
  ['another mode', { mode: 'test' }],
  ['nobody', { keyId: 'key_none' }],
])('a task with a key of %s is refused', async (_, other) => {
  const owner = await givenOwner(connection);
  const otherOwner = await givenOwner(connection);
  await grantCredits(database, { ownerId: owner.ownerId, mode: 'test', amount: CREDITS });
  const ownerId = 'ownerId' in other ? otherOwner.ownerId : owner.ownerId;
  expect(await readRefusal([insertTask({ ...owner, ...other, ownerId })])).toContain(
    'is not of its owner and mode',
  );
});

test('an entry of no account is refused', async () => {
  const { ownerId } = await givenOwner(connection);
  const grant = sql`INSERT INTO ledger_entries (owner_id, mode, kind, amount)
    VALUES (${ownerId}, 'live', 'grant', 5), ('own_none', 'live', 'grant', 5)`;
  expect(await readRefusal([grant])).toContain('a ledger entry is of no account');
});

test.each([
  'DELETE FROM accounts',
  'TRUNCATE accounts CASCADE',
  "UPDATE accounts SET mode = 'test'",
  'DELETE FROM api_keys',
  'TRUNCATE api_keys CASCADE',
  "UPDATE api_keys SET owner_id = 'other'",
])('rows that tasks and entries name stay: %s is refused', async (statement) => {
  await expect(pool.query(statement)).rejects.toThrow('is refused: tasks and ledger entries name its rows');
});

test('entries look up their accounts, even if the plan was made for many entries and few accounts', async () => {
  const owners = [];
  for (let count = 0; count < 20; count += 1) owners.push(await givenOwner(connection));
  await pool.query('ANALYZE accounts');
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO ledger_entries (owner_id, mode, kind, amount)
    SELECT unnest($1::text[]), 'live', 'grant', 1 FROM generate_series(1, 10)`,
    [owners.map(({ ownerId }) => ownerId)],
  );
  const { rows } = await client.query(
    `SELECT seq_scan::int AS "wholeReads", idx_scan > 0 AS "isLookedUp" FROM pg_stat_xact_user_tables WHERE relname = 'accounts'`,
  );
  await client.query('ROLLBACK');
  client.release();
  expect(rows).toEqual([{ wholeReads: 0, isLookedUp: true }]);
});

test.each([
  ['charged', 'charge', COMPLETE, { available: 9_970, reserved: 0 }],
  ['refunded', 'refund', `${FAIL} 'refunded'`, { available: 10_000, reserved: 0 }],
])(
  'PUR-3 a task that is %s by any statement moves its credits, once',
  async (...[, kind, change, balance]) => {
    const task = await givenGenerating();
    const end = sql`${sql.raw(change)} WHERE id = ${task.taskId}`;
    const entry = book(task)(kind);
    for (const statements of [
      [entry, end],
      [end, entry],
    ]) {
      expect(await readRefusal(statements)).toContain('violates unique constraint "ledger_entries_');
    }
    expect(await readRefusal([end])).toBe('none');
    expect(await readBalance(database, task.ownerId, task.mode)).toEqual(balance);
    const { rows } = await pool.query('SELECT kind FROM ledger_entries WHERE task_id = $1 ORDER BY id', [
      task.taskId,
    ]);
    expect(rows).toEqual([{ kind: 'reserve' }, { kind }]);
  },
);
