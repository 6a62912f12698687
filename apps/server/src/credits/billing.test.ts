/** Constraints between entries and tasks: the database refuses a violation by any writer. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { grantCredits } from './ledger.queries.ts';

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
  await givenTask(connection, { ...task, mode: 'test', credits: CREDITS });
  const ownerId = 'ownerId' in other ? otherOwner.ownerId : task.ownerId;
  const mode = 'mode' in other ? other.mode : task.mode;
  const entry = book({ ownerId, mode, taskId: task.taskId })(
    'charge',
    'amount' in other ? other.amount : CREDITS,
  );
  const complete = sql`${sql.raw(COMPLETE)} WHERE id = ${task.taskId}`;
  expect(await readRefusal([complete, entry])).toContain('not of the owner, mode and credits of its task');
});

test.each([
  ['charged without a charge', [], `${COMPLETE}`, 'is charged, its ledger entries are {reserve}'],
  ['charged with a refund', ['refund'], `${COMPLETE}`, 'is charged, its ledger entries are {refund,reserve}'],
  ['refunded without a refund', [], `${FAIL} 'refunded'`, 'is refunded, its ledger entries are {reserve}'],
  [
    'refunded with a charge',
    ['charge'],
    `${FAIL} 'refunded'`,
    'is refunded, its ledger entries are {charge,reserve}',
  ],
  [
    'refund_failed with a refund',
    ['refund'],
    `${FAIL} 'refund_failed'`,
    'is refund_failed, its ledger entries are',
  ],
  ['reserved with a charge', ['charge'], undefined, 'is reserved, its ledger entries are {charge,reserve}'],
  ['reserved with a refund', ['refund'], undefined, 'is reserved, its ledger entries are {refund,reserve}'],
])('a task that would be %s is refused at the commit', async (...[, kinds, change, refusal]) => {
  const task = await givenGenerating();
  const update = change === undefined ? [] : [sql`${sql.raw(change)} WHERE id = ${task.taskId}`];
  expect(await readRefusal([...kinds.map((kind) => book(task)(kind)), ...update])).toContain(refusal);
});

test('a task without a reservation is refused at the commit', async () => {
  const { ownerId, keyId } = await givenOwner(connection);
  const insert = sql`INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
    VALUES ('task_unpaid', ${ownerId}, ${keyId}, 'live', 'video-2-0', ${JSON.stringify(INPUT)}, 0, 1, now())`;
  expect(await readRefusal([insert])).toContain('task task_unpaid is reserved, its ledger entries are {}');
});

test.each([
  ['charged with its charge', 'charge', COMPLETE],
  ['refunded with its refund', 'refund', `${FAIL} 'refunded'`],
])('a task that is %s passes, in either order', async (_, kind, change) => {
  for (const reversed of [false, true]) {
    const task = await givenGenerating();
    const statements = [book(task)(kind), sql`${sql.raw(change)} WHERE id = ${task.taskId}`];
    expect(await readRefusal(reversed ? statements.toReversed() : statements)).toBe('none');
  }
});
