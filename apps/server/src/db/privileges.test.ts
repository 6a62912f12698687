import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTask } from '../../tests/support/task.ts';
import { auditLedger, readBalance } from '../credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from './database.ts';
import { grantPrivileges, readApplicationRole, readPrivileges, TABLE_PRIVILEGES } from './privileges.ts';

const connection = useDatabase();
const { pool: owner, url, applicationUrl } = connection;
let application: DatabaseConnection;
let role = '';

beforeAll(async () => {
  application = connectDatabase(applicationUrl, { max: 4 });
  role = (await readApplicationRole(application.pool)).name;
  await grantPrivileges(url, { role });
});
afterAll(() => application.close());

test('each table of the schema has its privileges in the list, and exactly those are granted', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'keyframe'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND NOT relispartition`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(TABLE_PRIVILEGES).sort());
  const granted = await readPrivileges(owner, { role });
  const isFunction = ([, privileges]: [string, readonly string[]]) => privileges.includes('EXECUTE');
  const { schema, ...objects } = granted;
  const tables = Object.entries(objects).filter((object) => !isFunction(object));
  expect(schema).toEqual(['USAGE']);
  expect(Object.fromEntries(tables)).toEqual(TABLE_PRIVILEGES);
  expect(Object.entries(objects).filter(isFunction)).toEqual([
    ['accept_submissions', ['EXECUTE']],
    ['check_access', ['EXECUTE']],
    ['claim_tasks', ['EXECUTE']],
    ['count_failed_references', ['EXECUTE']],
    ['create_partition', ['EXECUTE']],
    ['current_leases', ['EXECUTE']],
    ['drop_month', ['EXECUTE']],
    ['end_tasks', ['EXECUTE']],
    ['lease_allowances', ['EXECUTE']],
    ['lease_permits', ['EXECUTE']],
    ['leased_permits', ['EXECUTE']],
    ['least_task_id', ['EXECUTE']],
    ['lock_tasks', ['EXECUTE']],
    ['month_from_now', ['EXECUTE']],
    ['newest_entries', ['EXECUTE']],
    ['newest_tasks', ['EXECUTE']],
    ['newest_tasks_of_all', ['EXECUTE']],
    ['poll_tasks', ['EXECUTE']],
    ['read_tasks', ['EXECUTE']],
    ['reduced_input', ['EXECUTE']],
    ['sample_service', ['EXECUTE']],
    ['take_allowances', ['EXECUTE']],
    ['take_rates', ['EXECUTE']],
    ['unfinished_tasks', ['EXECUTE']],
  ]);
});

test('the role of the application is no superuser and owns nothing', async () => {
  expect(await readApplicationRole(application.pool)).toEqual({
    name: role,
    isSuperuser: false,
    ownsLedger: false,
  });
  expect(await readApplicationRole(owner)).toMatchObject({ isSuperuser: true, ownsLedger: true });
});

test.each([
  ['UPDATE ledger_entries SET amount = 1', 'permission denied for table ledger_entries'],
  ['DELETE FROM ledger_entries', 'permission denied for table ledger_entries'],
  ['TRUNCATE ledger_entries', 'permission denied for table ledger_entries'],
  ['ALTER TABLE ledger_entries DISABLE TRIGGER ALL', 'must be owner of table ledger_entries'],
  ['DROP TRIGGER refuse_ledger_change ON ledger_entries', 'must be owner of relation ledger_entries'],
  ['UPDATE accounts SET available = 1000000', 'permission denied for table accounts'],
  ['UPDATE accounts SET owner_id = owner_id', 'permission denied for table accounts'],
  ['DELETE FROM tasks', 'permission denied for table tasks'],
  ['DELETE FROM jobs', 'permission denied for table jobs'],
  ['UPDATE free_failures SET empty_at = now()', 'permission denied for table free_failures'],
  [
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
      VALUES ('task_free', 'own', 'key', 'live', 'video-2-0', '{}', 0, 0, now())`,
    'permission denied for table tasks',
  ],
  ['DELETE FROM migrations', 'permission denied for table migrations'],
  ['CREATE TABLE mine (id integer)', 'permission denied for schema keyframe'],
  ['CREATE TABLE public.mine (id integer)', 'permission denied for schema public'],
  ['CREATE SCHEMA mine', 'permission denied for database'],
  ["SET session_replication_role = 'replica'", 'permission denied to set parameter'],
  [
    `CREATE OR REPLACE FUNCTION apply_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    'permission denied for schema keyframe',
  ],
  // The wording depends on the version of PostgreSQL.
  [`COPY ledger_entries TO PROGRAM 'true'`, 'external program'],
])('the database refuses the application %s', async (statement, refusal) => {
  await givenOwner(connection);
  await expect(application.pool.query(statement)).rejects.toThrow(refusal);
});

test('a table of the application that is called as one of ours does not come before ours', async () => {
  const other = new Pool({ connectionString: url, max: 1 });
  // This role may create temporary tables, as the owner of a database may.
  await other.query(
    'CREATE TEMPORARY TABLE accounts (owner_id text, mode text, available bigint, reserved bigint)',
  );
  const { ownerId } = await givenOwner(connection, { credits: 0 });
  await other.query(
    `INSERT INTO keyframe.ledger_entries (owner_id, mode, kind, amount) VALUES ('${ownerId}', 'live', 'grant', 5)`,
  );
  await other.end();
  expect(await readBalance(connection.database, ownerId, 'live')).toMatchObject({ available: 5 });
});

test('the application creates owners, grants, submits and audits by what it was granted', async () => {
  const given = await givenOwner(application, { credits: 100 });
  await givenTask(application, { ...given, credits: 30 });
  expect(await readBalance(application.database, given.ownerId, 'live')).toEqual({
    available: 70,
    reserved: 30,
  });
  expect((await auditLedger(application.database)).balanced).toBe(true);
});

test('privileges that a role should not have are taken away at the next start', async () => {
  await owner.query(`GRANT UPDATE, TRUNCATE ON keyframe.ledger_entries TO ${role}`);
  await owner.query(`GRANT CREATE ON SCHEMA keyframe TO ${role}`);
  await grantPrivileges(url, { role });
  const { ledger_entries, schema } = await readPrivileges(owner, { role });
  expect({ ledger_entries, schema }).toEqual({ ledger_entries: ['INSERT', 'SELECT'], schema: ['USAGE'] });
});
