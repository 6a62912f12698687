import { eventually } from '@keyframe/test-kit';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner, holdTransaction, useDatabase } from '../../tests/support/database.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from '../db/database.ts';
import { grantPrivileges, readApplicationRole } from '../db/privileges.ts';
import { createLog } from '../telemetry/log.ts';
import { dropOldMonths } from './partitions.queries.ts';
import { retryRefund } from './retry-refund.ts';

const connection = useDatabase();
const { pool: owner, database, url, applicationUrl } = connection;
let application: DatabaseConnection;
beforeAll(async () => {
  application = connectDatabase(applicationUrl);
  await grantPrivileges(url, { role: (await readApplicationRole(application.pool)).name });
});
afterAll(() => application.close());

const TABLES = ['tasks', 'ledger_entries', 'upstream_tasks'] as const;
const log = createLog('silent');
const retention = { months: 3, connect: () => connectDatabase(applicationUrl, { max: 1 }), log };

async function listPartitions(pool: Pool, parent = 'tasks'): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM month_partitions WHERE parent = $1 ORDER BY until_id',
    [parent],
  );
  return rows.map(({ name }) => name);
}

/** Name of a month, counted from now. */
async function nameMonth(months: number): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT to_char(month_from_now($1) AT TIME ZONE 'UTC', 'YYYY"_"MM') AS name`,
    [months],
  );
  return rows[0]?.name ?? '';
}

/** Creates the partitions of a single month. */
async function givenMonth(months: number): Promise<string> {
  const name = await nameMonth(months);
  const { rows } = await owner.query<{ from: string; until: string }>(
    'SELECT least_task_id(month_from_now($1)) AS from, least_task_id(month_from_now($1 + 1)) AS until',
    [months],
  );
  const bounds = rows.map(({ from, until }) => `FROM ('${from}') TO ('${until}')`).join('');
  for (const table of TABLES) {
    await owner.query(`CREATE TABLE ${table}_${name} PARTITION OF ${table} FOR VALUES ${bounds}`);
  }
  return name;
}

/** Stores a task of the middle of a month that has ended, with its entries, past the triggers; its balance follows. */
async function givenEndedTask(
  { ownerId }: { readonly ownerId: string },
  { months, set = '', end = 'charge' }: { months: number; set?: string; end?: 'charge' | 'refund' },
): Promise<string> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO tasks (id, owner_id, mode, model, input, seed, credits, status, billing_status, failed_reason,
        created_at, deadline, finished_at, video_expires_at, files_deleted_at)
      SELECT least_task_id(moment) || lpad((random() * 1e15)::bigint::text, 16, '0'), $1, 'live', 'video-2-0', $2, 1, 30,
        $3, $4, $5, moment, moment, moment, CASE WHEN $3 = 'completed' THEN moment END, moment
      FROM (SELECT month_from_now($6) + interval '14 days' AS moment) AS ended RETURNING id`,
      end === 'charge'
        ? [ownerId, INPUT, 'completed', 'charged', null, months]
        : [ownerId, INPUT, 'failed', 'refunded', 'provider_failed', months],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
      SELECT $1, 'live', $2, unnest(ARRAY['reserve', $3]), 30`,
      [ownerId, id, end],
    );
    if (end === 'charge') {
      await client.query(
        `UPDATE accounts SET available = available - 30 WHERE owner_id = $1 AND mode = 'live'`,
        [ownerId],
      );
    }
    if (set !== '') await client.query(`UPDATE tasks SET ${set} WHERE id = $1`, [id]);
    return id;
  } finally {
    client.release(true);
  }
}

test('keeps three months, even if a caller wants fewer', async () => {
  await expect(application.pool.query(`SELECT drop_month('tasks_default', 2)`)).rejects.toThrow(
    '3 months at least',
  );
  await expect(application.pool.query(`SELECT drop_month('tasks_default', NULL)`)).rejects.toThrow(
    '3 months at least',
  );
});

test('connects patiently only if a month is older than the retention', async () => {
  let connections = 0;
  const connect = () => {
    connections += 1;
    return retention.connect();
  };
  const drop = () => dropOldMonths(application.database, { ...retention, connect });
  expect({ dropped: await drop(), connections }).toEqual({ dropped: [], connections: 0 });
  const name = await givenMonth(-4);
  expect({ dropped: await drop(), connections }).toEqual({ dropped: [`tasks_${name}`], connections: 1 });
});

test.each([
  [
    'an unfinished task',
    `status = 'generating', billing_status = 'reserved', finished_at = NULL, failed_reason = NULL`,
  ],
  ['a failed refund', `billing_status = 'refund_failed'`],
  [
    'files of a result',
    `status = 'completed', billing_status = 'charged', failed_reason = NULL, video_expires_at = now(), files_deleted_at = NULL`,
  ],
  ['files of a failed task', 'files_deleted_at = NULL'],
])('a month with %s stays', async (_what, set) => {
  const given = await givenOwner(connection, { credits: 100 });
  const name = await givenMonth(-4);
  // Its reservation was refunded: the month can be removed below without its sums.
  await givenEndedTask(given, { months: -4, end: 'refund', set });
  expect(await dropOldMonths(application.database, retention)).toEqual([]);
  expect(await listPartitions(owner)).toContain(`tasks_${name}`);
  await owner.query(`DROP TABLE ${TABLES.map((table) => `${table}_${name}`).join()}`);
});

test('a failed refund of a test key does not keep its month, and a month that stays does not keep later ones', async () => {
  const given = await givenOwner(connection, { credits: 100 });
  const [stays, first, second] = [await givenMonth(-6), await givenMonth(-5), await givenMonth(-4)];
  await givenEndedTask(given, { months: -6, end: 'refund', set: `billing_status = 'refund_failed'` });
  await givenEndedTask(given, {
    months: -5,
    end: 'refund',
    set: `billing_status = 'refund_failed', mode = 'test'`,
  });
  await givenEndedTask(given, { months: -4 });
  expect(await dropOldMonths(application.database, retention)).toEqual([`tasks_${first}`, `tasks_${second}`]);
  await owner.query(`DROP TABLE ${TABLES.map((table) => `${table}_${stays}`).join()}`);
});

test('a month is summed up without the timeout of statements that its role has', async () => {
  const { name: role } = await readApplicationRole(application.pool);
  const given = await givenOwner(connection, { credits: 100 });
  const name = await givenMonth(-4);
  await givenEndedTask(given, { months: -4 });
  // A backup holds the drop up for longer than a statement may take.
  const backup = await holdTransaction(owner, 'LOCK TABLE tasks IN ACCESS SHARE MODE');
  await owner.query(`ALTER ROLE ${role} SET statement_timeout = '300ms'`);
  const dropping = dropOldMonths(application.database, retention);
  await backup.query('SELECT pg_sleep(0.6)');
  await backup.query('COMMIT');
  backup.release();
  expect(await finishDrop(dropping)).toEqual([`tasks_${name}`]);
  await owner.query(`ALTER ROLE ${role} RESET statement_timeout`);
});

test('a month with callbacks stays until they are deleted', async () => {
  const given = await givenOwner(connection, { credits: 100 });
  const name = await givenMonth(-4);
  const taskId = await givenEndedTask(given, { months: -4 });
  await owner.query(
    `INSERT INTO deliveries (id, task_id, owner_id, url, host, body, status)
    VALUES ('msg_old', $1, $2, 'https://a.example', 'a.example', '{}', 'delivered')`,
    [taskId, given.ownerId],
  );
  expect(await dropOldMonths(application.database, retention)).toEqual([]);
  await owner.query(`DELETE FROM deliveries WHERE id = 'msg_old'`);
  expect(await dropOldMonths(application.database, retention)).toEqual([`tasks_${name}`]);
});

/** Stores a task of a test key in the middle of a month, whose refund failed: its credits stay reserved. */
async function givenFailedTestRefund(ownerId: string, months: number): Promise<string> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO tasks (id, owner_id, mode, model, input, seed, credits, status, billing_status, failed_reason,
        created_at, deadline, finished_at, files_deleted_at)
      SELECT least_task_id(moment) || '0123456789abcdef', $1, 'test', 'video-2-0', $2, 1, 30, 'failed', 'refund_failed',
        'provider_failed', moment, moment, moment, moment
      FROM (SELECT month_from_now($3) + interval '14 days' AS moment) AS ended RETURNING id`,
      [ownerId, INPUT, months],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount) VALUES ($1, 'test', $2, 'reserve', 30)`,
      [ownerId, id],
    );
    await client.query(
      `UPDATE accounts SET available = available - 30, reserved = 30 WHERE owner_id = $1 AND mode = 'test'`,
      [ownerId],
    );
    return id;
  } finally {
    client.release(true);
  }
}

/** Makes drops wait after they have summed up a month until they are released. */
async function givenPauseAfterSums(): Promise<{
  reached: () => Promise<void>;
  release: () => Promise<void>;
}> {
  await owner.query(`
    CREATE TABLE released (at timestamptz);
    CREATE FUNCTION wait_until_released() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(4711);
      WHILE NOT EXISTS (SELECT FROM released) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER wait_until_released AFTER INSERT ON ledger_sums
      FOR EACH STATEMENT EXECUTE FUNCTION wait_until_released()`);
  return {
    reached: async () => {
      await eventually('the sums', async () => {
        const { rowCount } = await owner.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711`,
        );
        return rowCount === 1;
      });
    },
    release: async () => {
      await owner.query('INSERT INTO released VALUES (now())');
    },
  };
}

test('a refund of a test task that is retried while its month is dropped is not lost', async () => {
  const given = await givenOwner(connection, { credits: 100, mode: 'test' });
  const name = await givenMonth(-4);
  const taskId = await givenFailedTestRefund(given.ownerId, -4);
  const pause = await givenPauseAfterSums();
  const dropping = dropOldMonths(application.database, retention);
  await pause.reached();
  expect(await retryRefund(application.database, { taskId })).toMatchObject({ outcome: 'refunded' });
  await pause.release();
  await dropping;
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
  expect(await dropping).toEqual([]);
  expect(await dropOldMonths(application.database, retention)).toEqual([`tasks_${name}`]);
  expect(await auditLedger(database)).toMatchObject({ balanced: true, sum: 0 });
  expect(await readBalance(database, given.ownerId, 'test')).toEqual({ available: 100, reserved: 0 });
});

/** Drops once more what a drop has left: on a busy machine it gives up before a backup ends. */
async function finishDrop(dropping: Promise<string[]>): Promise<string[]> {
  return [...(await dropping), ...(await dropOldMonths(application.database, retention))];
}

/** Submits and reads tasks until it is stopped; `pass` waits until more have been submitted and read. */
function startTraffic(given: Awaited<ReturnType<typeof givenOwner>>) {
  let isStopped = false;
  let count = 0;
  const run = async () => {
    while (!isStopped) {
      const id = await givenTask(application, { ...given, mode: 'live', credits: 1 });
      await application.pool.query('SELECT status FROM tasks WHERE id = $1', [id]);
      count += 1;
    }
  };
  const runs = [run(), run(), run()];
  return {
    async pass() {
      const end = count + 2 * runs.length;
      await eventually('the traffic', () => count >= end);
    },
    async stop() {
      isStopped = true;
      await Promise.all(runs);
    },
  };
}

/** Statements that wait for all others to leave the tasks, and that hold up those after them. */
const QUEUED_FOR_TASKS = `SELECT FROM pg_locks
  WHERE NOT granted AND relation = 'tasks'::regclass AND mode = 'AccessExclusiveLock'`;
/** The lock that a session holds while it drops a month. */
const DROPPING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7163265 AND granted`;

/** Runs a query again and again until the work is done. Returns the number of rows of all times. */
async function countUntil(work: Promise<unknown>, query: string): Promise<number> {
  let isDone = false;
  let count = 0;
  const waiting = work.finally(() => {
    isDone = true;
  });
  while (!isDone) count += (await owner.query(query)).rowCount ?? 0;
  await waiting;
  return count;
}

test('a month is dropped while tasks are submitted, but not while a backup reads, and its sums stay', async () => {
  const given = await givenOwner(connection);
  const [month, kept] = [await givenMonth(-5), await givenMonth(-3)];
  const ids = [
    await givenEndedTask(given, { months: -5 }),
    await givenEndedTask(given, { months: -5 }),
    await givenEndedTask(given, { months: -5, end: 'refund' }),
  ];
  const keptId = await givenEndedTask(given, { months: -3 });
  const [balance, before] = [await readBalance(database, given.ownerId, 'live'), await auditLedger(database)];
  expect(before).toMatchObject({ balanced: true, sum: 0 });

  const backup = await holdTransaction(owner, 'LOCK TABLE tasks IN ACCESS SHARE MODE');
  const traffic = startTraffic(await givenOwner(connection));
  const dropping = dropOldMonths(application.database, retention);
  // The second time, the backup ends meanwhile.
  const queued = await countUntil(dropping, QUEUED_FOR_TASKS);
  expect({ dropped: await dropping, queued }).toEqual({ dropped: [], queued: 0 });
  const secondDrop = dropOldMonths(application.database, retention);
  await eventually('the drop', async () => {
    const { rowCount } = await owner.query(DROPPING);
    return rowCount === 1;
  });
  expect(await listPartitions(owner)).toContain(`tasks_${month}`);
  // Nothing waits for the end of the backup but the drop.
  await traffic.pass();
  await backup.query('COMMIT');
  backup.release();
  expect(await finishDrop(secondDrop)).toEqual([`tasks_${month}`]);
  await traffic.stop();

  for (const table of TABLES) {
    const names = await listPartitions(owner, table);
    expect(names).not.toContain(`${table}_${month}`);
    expect(names).toContain(`${table}_${kept}`);
  }
  const left = await owner.query('SELECT id FROM tasks WHERE id = ANY ($1)', [[...ids, keptId]]);
  expect(left.rows).toEqual([{ id: keptId }]);
  expect(await readBalance(database, given.ownerId, 'live')).toEqual(balance);
  const sums = await owner.query(
    `SELECT kind, amount::int, entries::int FROM ledger_sums WHERE owner_id = $1 ORDER BY kind`,
    [given.ownerId],
  );
  expect(sums.rows).toEqual([
    { kind: 'charge', amount: 60, entries: 2 },
    { kind: 'refund', amount: 30, entries: 1 },
    { kind: 'reserve', amount: 90, entries: 3 },
  ]);
  const after = await auditLedger(application.database);
  expect(after).toMatchObject({ balanced: true, sum: 0 });
  const added = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tasks WHERE credits = 1`,
  );
  // The owner of the traffic has a grant, and each of its tasks a reservation.
  expect(after.entries).toBe(before.entries + 1 + (added.rows[0]?.count ?? 0));
});
