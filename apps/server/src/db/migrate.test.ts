import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { holdTransaction, useDatabase } from '../../tests/support/database.ts';
import { describeSchema } from '../../tests/support/describe-schema.ts';
import * as consoleTables from './console-tables.ts';
import functions from './functions/version.json' with { type: 'json' };
import { migrate } from './migrate.ts';
import { hashFiles, readSqlFiles, SQUASHED_MIGRATIONS } from './sql-files.ts';
import * as tables from './tables.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { url, applicationUrl, pool } = useDatabase({ migrated: false });

/** Creates a schema, and counts its functions as those of an earlier text, so that a migration compares each of them. */
async function givenStaleFunctions(schema: string): Promise<void> {
  await migrate(url, { schema });
  await pool.query(`UPDATE ${schema}.migrations SET hash = 'x' WHERE name LIKE 'functions-%'`);
}

test('no two migrations have the same number', async () => {
  const { migrations } = await readSqlFiles();
  const names = [...SQUASHED_MIGRATIONS.keys(), ...migrations.map(({ name }) => name)];
  const numbers = names.map((name) => /^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('functions that changed have a version of their own', async () => {
  const message = 'in functions/version.json, increase "version", and set "hash" to the received one';
  expect(hashFiles((await readSqlFiles()).functions), message).toBe(functions.hash);
});

test('each file of a function replaces the function of its name, and no other file does', async () => {
  const { functions: files, schema } = await readSqlFiles();
  const listCreated = (text: string) =>
    [...text.matchAll(/^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) (\w+)/gm)].map(([, name]) => name);
  for (const { name, sql } of files) expect(listCreated(sql), name).toEqual([/(\w+)\.sql$/.exec(name)?.[1]]);
  for (const { name, sql } of schema) expect(sql, name).not.toMatch(/^CREATE (?:OR REPLACE )?FUNCTION/m);
});

test('migrating twice changes nothing the second time', async () => {
  const { schema, migrations, functions: replaced } = await readSqlFiles();
  expect(await migrate(url)).toEqual([...schema, ...migrations, ...replaced].map(({ name }) => name));
  expect(await migrate(url)).toEqual([]);
});

test('20 processes that migrate at once all succeed, and one of them does the work', async () => {
  const ran = await Promise.all(Array.from({ length: 20 }, () => migrate(url, { schema: 'twenty' })));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
});

test('a database that is up to date, and a role that may not migrate, need no lock', async () => {
  await migrate(url);
  const holder = await pool.connect();
  await holder.query('SELECT pg_advisory_lock(7163264)');
  try {
    expect(await migrate(url)).toEqual([]);
    await expect(migrate(applicationUrl, { schema: 'of_nobody' })).rejects.toThrow(
      'set MIGRATION_DATABASE_URL (permission denied for schema of_nobody)',
    );
  } finally {
    holder.release(true);
  }
});

test('another schema name works, triggers included', async () => {
  await migrate(url, { schema: 'other-name' });
  const other = new Pool({ connectionString: url, options: '-c search_path=other-name' });
  await other.query("INSERT INTO owners (id, name, callback_secret) VALUES ('o', 'o', 's')");
  await other.query("INSERT INTO accounts (owner_id, mode) VALUES ('o', 'live')");
  await other.query(
    "INSERT INTO ledger_entries (owner_id, mode, kind, amount) VALUES ('o', 'live', 'grant', 5)",
  );
  const { rows } = await other.query('SELECT available::int FROM accounts');
  await other.end();
  expect(rows).toEqual([{ available: 5 }]);
});

test('a database that a newer version migrated is left as it is and reported, so that a process can restart', async () => {
  await migrate(url, { schema: 'newer' });
  await pool.query(`INSERT INTO newer.migrations (name, hash) VALUES ('9999-newer.sql', 'x')`);
  const reported: (readonly string[])[] = [];
  const onNewer = (migrations: readonly string[]) => reported.push(migrations);
  expect(await migrate(url, { schema: 'newer', onNewer })).toEqual([]);
  expect(reported).toEqual([['9999-newer.sql']]);
});

test('functions that a newer version has replaced stay as they are', async () => {
  await givenStaleFunctions('newer_functions');
  await pool.query(`INSERT INTO newer_functions.migrations (name, hash) VALUES ('functions-9999', 'x')`);
  await pool.query(`DELETE FROM newer_functions.file_hashes`);
  expect(await migrate(url, { schema: 'newer_functions' })).toEqual([]);
});

test('a migration that was edited after it ran is refused by name', async () => {
  await migrate(url, { schema: 'edited' });
  await pool.query(`UPDATE edited.migrations SET hash = 'x' WHERE name = '0061-fetched-callbacks.sql'`);
  await expect(migrate(url, { schema: 'edited' })).rejects.toThrow(
    '0061-fetched-callbacks.sql was edited after it ran',
  );
});

test('a database of an earlier version than the first is refused with the version to start before', async () => {
  await pool.query(`CREATE SCHEMA earlier CREATE TABLE migrations (name text, hash text)`);
  const [name, hash] = [...SQUASHED_MIGRATIONS][0] ?? [];
  await pool.query('INSERT INTO earlier.migrations VALUES ($1, $2)', [name, hash]);
  await expect(migrate(url, { schema: 'earlier' })).rejects.toThrow(
    'The database lacks 0002-rate-windows.sql: start version 5d91f6ad with it first',
  );
});

test('each function is valid once all are there', async () => {
  await migrate(url);
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const { name, sql } of (await readSqlFiles()).functions) {
    await expect(client.query(sql), name).resolves.toBeDefined();
  }
  await client.query('ROLLBACK');
  client.release();
});

test('a function whose file changed is replaced, and no other one', async () => {
  await givenStaleFunctions('stale');
  await pool.query(`UPDATE stale.file_hashes SET hash = 'x' WHERE name = 'functions/reduced_input.sql'`);
  await pool.query(
    `CREATE OR REPLACE FUNCTION stale.reduced_input(input jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS 'SELECT input'`,
  );
  expect(await migrate(url, { schema: 'stale' })).toEqual(['functions/reduced_input.sql']);
  const { rows } = await pool.query(`SELECT stale.reduced_input('{"prompt": "a"}') ->> 'prompt' AS prompt`);
  expect(rows).toEqual([{ prompt: '' }]);
  expect(await migrate(url, { schema: 'stale' })).toEqual([]);
});

test('a function that has no file any more is dropped with its triggers', async () => {
  await givenStaleFunctions('dropped');
  await pool.query(
    `CREATE FUNCTION dropped.refuse_task() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  );
  await pool.query(`CREATE TRIGGER refuse_task BEFORE INSERT ON dropped.tasks
    FOR EACH ROW EXECUTE FUNCTION dropped.refuse_task()`);
  await pool.query(`INSERT INTO dropped.file_hashes VALUES ('functions/refuse_task.sql', 'x')`);
  await migrate(url, { schema: 'dropped' });
  const { rows } = await pool.query(
    `SELECT to_regproc('dropped.refuse_task') AS function, count(*)::int AS triggers FROM pg_trigger
    WHERE tgname = 'refuse_task'`,
  );
  expect(rows).toEqual([{ function: null, triggers: 0 }]);
});

test('the tables that the code sees are the tables of the database', async () => {
  await migrate(url);
  const exported = [...Object.values(tables), ...Object.values(consoleTables)];
  for (const table of exported.filter((value) => is(value, PgTable))) {
    const { name, columns } = getTableConfig(table);
    const { rows } = await pool.query<{ column: string; required: boolean }>(
      `SELECT column_name AS column, is_nullable = 'NO' AS required FROM information_schema.columns
       WHERE table_schema = 'keyframe' AND table_name = $1 ORDER BY column_name`,
      [name],
    );
    const seen = columns.map((column) => ({ column: column.name, required: column.notNull }));
    expect(
      seen.sort((one, other) => (one.column < other.column ? -1 : 1)),
      name,
    ).toEqual(rows);
  }
});

test('the resulting schema is the committed one', async () => {
  await migrate(url);
  await expect(`${(await describeSchema(pool)).join('\n')}\n`).toMatchFileSnapshot('schema.snapshot.txt');
});

test('a database that goes away during a migration fails it, and ends no process', async () => {
  await using proxy = await startCuttingProxy(url, 'SELECT name, hash FROM');
  await expect(migrate(proxy.url)).rejects.toSatisfy(isDatabaseUnavailable);
  expect(proxy.cuts).toBe(1);
});

test('a migration limits its wait for a lock, retries, and continues once the table is free', async () => {
  await migrate(url, { schema: 'locked' });
  await pool.query(`DELETE FROM locked.migrations WHERE name = '0061-fetched-callbacks.sql'`);
  await pool.query('ALTER TABLE locked.owners DROP COLUMN callbacks_fetched_at');
  const blocker = await holdTransaction(pool, 'LOCK TABLE locked.owners IN ACCESS SHARE MODE');
  const release = async () => {
    // Statements that arrive after the migration do not wait for it.
    await pool.query('SELECT count(*) FROM locked.owners');
    await blocker.query('COMMIT');
  };
  const blocked: string[] = [];
  let released: Promise<void> | undefined;
  const onBlocked = (name: string) => {
    blocked.push(name);
    released ??= release();
  };
  const ran = await migrate(url, { schema: 'locked', lockTimeoutMs: 2_000, onBlocked });
  await released;
  blocker.release();
  expect(ran).toEqual(['0061-fetched-callbacks.sql']);
  expect(blocked).toContain('0061-fetched-callbacks.sql');
});

test('a migration whose table stays locked fails with what to do, and changes nothing', async () => {
  await migrate(url, { schema: 'kept' });
  await pool.query(`DELETE FROM kept.migrations WHERE name = '0061-fetched-callbacks.sql'`);
  await pool.query('ALTER TABLE kept.owners DROP COLUMN callbacks_fetched_at');
  const blocker = await holdTransaction(pool, 'LOCK TABLE kept.owners IN ACCESS SHARE MODE');
  const migration = migrate(url, { schema: 'kept', lockTimeoutMs: 2_000, lockAttempts: 1 });
  await expect(migration).rejects.toThrow(
    '0061-fetched-callbacks.sql needs a table that another session has locked: end that session, then start again',
  );
  await blocker.query('ROLLBACK');
  blocker.release();
});
