import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';
import { auditLedger } from '../credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from '../db/database.ts';
import { grantPrivileges, readApplicationRole } from '../db/privileges.ts';
import { createLog } from '../telemetry/log.ts';
import { countMissingPartitions, createPartitions, createPartitionsPatiently } from './partitions.queries.ts';

const connection = useDatabase();
const { pool: owner, url, applicationUrl } = connection;
let application: DatabaseConnection;
beforeAll(async () => {
  application = connectDatabase(applicationUrl);
  await grantPrivileges(url, { role: (await readApplicationRole(application.pool)).name });
});
afterAll(() => application.close());

const log = createLog('silent');
const TABLES = ['tasks', 'ledger_entries', 'upstream_tasks'] as const;

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

test('each table has the partitions of this month and of the coming three, and no more are created', async () => {
  const names = await Promise.all([0, 1, 2, 3].map(nameMonth));
  for (const table of TABLES) {
    expect(await listPartitions(owner, table)).toEqual([
      ...names.map((name) => `${table}_${name}`),
      `${table}_default`,
    ]);
  }
  expect(await createPartitions(application.database, log)).toEqual([]);
});

test('the application creates the partitions that are missing, and reads and writes them by their table alone', async () => {
  const name = await nameMonth(3);
  await owner.query(`DROP TABLE ${TABLES.map((table) => `${table}_${name}`).join()}`);
  expect(await createPartitions(application.database, log)).toEqual(
    TABLES.map((table) => `${table}_${name}`),
  );
  for (const statement of [
    `SELECT FROM tasks_${name}`,
    `DELETE FROM ledger_entries_${name}`,
    `DROP TABLE tasks_${name}`,
    `ALTER TABLE tasks DETACH PARTITION tasks_${name}`,
  ]) {
    await expect(application.pool.query(statement), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
});

/** Drops the partitions of months, which have to be empty. */
async function dropPartitions(months: readonly number[]): Promise<string[]> {
  const names = await Promise.all(months.map(nameMonth));
  const partitions = names.flatMap((name) => TABLES.map((table) => `${table}_${name}`));
  await owner.query(`DROP TABLE ${partitions.join()}`);
  return partitions;
}

test('a task in the default partition moves to its month, with its entries, when that is created', async () => {
  const missing = await dropPartitions([2, 3]);
  expect(await countMissingPartitions(application.database)).toBe(missing.length);
  const { ownerId, keyId } = await givenOwner(connection, { credits: 100 });
  const { rows } = await owner.query<{ id: string }>(
    `SELECT least_task_id(month_from_now(2)) || lpad('', 16, '0') AS id`,
  );
  const id = rows[0]?.id ?? '';
  await givenTask(application, { ownerId, keyId, mode: 'live', credits: 30, id });
  expect(await createPartitions(application.database, log)).toEqual(missing);
  const month = await nameMonth(2);
  const stored = await owner.query(
    'SELECT tableoid::regclass::text AS name FROM tasks WHERE id = $1 UNION ALL SELECT tableoid::regclass::text FROM ledger_entries WHERE task_id = $1',
    [id],
  );
  expect(stored.rows).toEqual([{ name: `tasks_${month}` }, { name: `ledger_entries_${month}` }]);
  expect((await auditLedger(application.database)).balanced).toBe(true);
  await expect(owner.query('DELETE FROM ledger_entries_other')).rejects.toThrow('is append-only');
});

test('a partition that cannot be created does not stop the others', async () => {
  const missing = await dropPartitions([3]);
  await owner.query(`CREATE TABLE ${missing[0]} ()`);
  expect(await createPartitions(application.database, log)).toEqual(missing.slice(1));
  expect(await countMissingPartitions(application.database)).toBe(1);
  await owner.query(`DROP TABLE ${missing[0]}`);
  expect(await createPartitions(application.database, log)).toEqual(missing.slice(0, 1));
});

test('the creation of a month does not read the grants', async () => {
  const missing = await dropPartitions([3]);
  const client = await owner.connect();
  const messages: (string | undefined)[] = [];
  client.on('notice', ({ message }) => messages.push(message));
  await client.query('SET client_min_messages = debug1');
  for (const name of missing) await client.query('SELECT create_partition($1)', [name]);
  client.release(true);
  expect(messages).toContain('verifying table "ledger_entries_other"');
  expect(messages).not.toContain('verifying table "ledger_entries_without_task"');
});

test.each(['without_task', 'other', 'month'])(
  'nobody changes or deletes entries of the partition %s past its table',
  async (kind) => {
    const name = `ledger_entries_${kind === 'month' ? await nameMonth(3) : kind}`;
    for (const statement of [`UPDATE ${name} SET amount = 1`, `DELETE FROM ${name}`, `TRUNCATE ${name}`]) {
      await expect(owner.query(statement), statement).rejects.toThrow('is append-only');
    }
  },
);

test('a task of a month without a partition is stored in the default one, with its entries', async () => {
  const { ownerId, keyId } = await givenOwner(connection, { credits: 100 });
  const { rows } = await owner.query<{ id: string }>(
    `SELECT least_task_id(month_from_now(9)) || lpad('', 16, '0') AS id`,
  );
  const id = rows[0]?.id ?? '';
  await givenTask(application, { ownerId, keyId, mode: 'live', credits: 30, id });
  const stored = await owner.query(
    'SELECT tableoid::regclass::text AS name FROM tasks WHERE id = $1 UNION ALL SELECT tableoid::regclass::text FROM ledger_entries WHERE task_id = $1',
    [id],
  );
  expect(stored.rows).toEqual([{ name: 'tasks_default' }, { name: 'ledger_entries_other' }]);
  expect((await auditLedger(application.database)).balanced).toBe(true);
});

test('an entry of a task that is not there is refused', async () => {
  const { ownerId, keyId } = await givenOwner(connection);
  // Its account holds enough to be charged.
  await givenTask(application, { ownerId, keyId, mode: 'live', credits: 30 });
  const insert = application.pool.query(
    `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount) VALUES ($1, 'live', 'task_00none', 'charge', 30)`,
    [ownerId],
  );
  await expect(insert).rejects.toMatchObject({ code: '23503', constraint: 'ledger_entries_of_task' });
});

test('a callback of a task that is not there is refused', async () => {
  const insert = application.pool.query(
    `INSERT INTO deliveries (id, task_id, owner_id, url, host, body) VALUES ('msg_1', 'task_00none', 'own', 'u', 'h', 'b')`,
  );
  await expect(insert).rejects.toMatchObject({ code: '23503' });
});

// Last, since its month is no longer empty.
// Settings of a role apply to sessions that begin later; a pooler hands out those of before.
const testOfNewSessions = test.skipIf(inject('isPooled'));

testOfNewSessions('a worker moves the tasks of a month without the timeout of its role', async () => {
  const missing = await dropPartitions([3]);
  const { ownerId, keyId } = await givenOwner(connection, { credits: 100 });
  const { rows } = await owner.query<{ id: string }>(
    `SELECT least_task_id(month_from_now(3)) || lpad('', 16, '0') AS id`,
  );
  await givenTask(application, { ownerId, keyId, mode: 'live', credits: 30, id: rows[0]?.id ?? '' });
  await owner.query('ALTER TABLE tasks ADD CONSTRAINT slow CHECK (pg_sleep(3) IS NOT NULL) NOT VALID');
  const { name: role } = await readApplicationRole(application.pool);
  await owner.query(`ALTER ROLE ${role} SET statement_timeout = '2s'`);
  const connect = () => connectDatabase(applicationUrl, { max: 1 });
  const hasty = connect();
  expect(await createPartitions(hasty.database, log)).toEqual(missing.slice(1));
  await hasty.close();
  expect(await createPartitionsPatiently(application.database, { connect, log })).toEqual(
    missing.slice(0, 1),
  );
  await owner.query(`ALTER ROLE ${role} RESET statement_timeout`);
  await owner.query('ALTER TABLE tasks DROP CONSTRAINT slow');
});
