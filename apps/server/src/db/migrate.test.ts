import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { holdTransaction, useDatabase } from '../../tests/support/database.ts';
import * as consoleTables from './console-tables.ts';
import { migrate } from './migrate.ts';
import * as tables from './tables.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { url, applicationUrl, pool } = useDatabase({ migrated: false });

const FOLDER = new URL('./migrations/', import.meta.url);

async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

test('no two migrations have the same number', async () => {
  const numbers = (await migrationNames()).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

/** Creates a schema as the migrations before a number left it, and a pool of one connection to it. */
async function givenOldSchema(schema: string, next: string): Promise<Pool> {
  const before = new Pool({ connectionString: url, options: `-c search_path=${schema}`, max: 1 });
  await before.query(`CREATE SCHEMA "${schema}"`);
  await before.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz DEFAULT now())',
  );
  for (const name of (await migrationNames()).filter((file) => file < next)) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    await before.query(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await before.query('INSERT INTO migrations VALUES ($1, $2)', [name, hash]);
  }
  return before;
}

test('migrating twice changes nothing the second time', async () => {
  expect(await migrate(url)).toEqual(await migrationNames());
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

test('a migration that was edited after it ran is refused by name', async () => {
  await migrate(url, { schema: 'edited' });
  await pool.query(`UPDATE edited.migrations SET hash = 'x' WHERE name = '0002-rate-windows.sql'`);
  await expect(migrate(url, { schema: 'edited' })).rejects.toThrow(
    '0002-rate-windows.sql was edited after it ran',
  );
});

test('tasks that were under way before jobs had a table have one afterwards, and those that ended have none', async () => {
  const before = await givenOldSchema('before', '0010');
  await before.query('CREATE SCHEMA keyframe_jobs');
  await before.query(`INSERT INTO owners (id, name, callback_secret) VALUES ('own_1', 'o', 's')`);
  await before.query(`INSERT INTO api_keys (id, owner_id, mode, scopes, hash, hint)
    VALUES ('key_1', 'own_1', 'test', '{tasks:read}', '', '')`);
  const images = JSON.stringify({ image_urls: ['https://example.com/a.png'] });
  await before.query(
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
    SELECT id, 'own_1', 'key_1', 'test', 'video-2-0', input::jsonb, 0, 1, now()
    FROM (VALUES ('task_00plain', '{}'), ('task_00images', $1), ('task_00ended', '{}')) AS task (id, input)`,
    [images],
  );
  await before.query(`INSERT INTO accounts (owner_id, mode) VALUES ('own_1', 'test')`);
  await before.query(
    `INSERT INTO ledger_entries (owner_id, mode, kind, amount) VALUES ('own_1', 'test', 'grant', 3)`,
  );
  await before.query(`INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
    SELECT owner_id, mode, id, 'reserve', credits FROM tasks`);
  await before.query(`UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'x',
    finished_at = now() WHERE id = 'task_00ended'`);
  await migrate(url, { schema: 'before' });
  const { rows } = await before.query('SELECT task_id, mode, has_references FROM jobs ORDER BY task_id DESC');
  const schemas = await before.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'keyframe_jobs'`);
  await before.end();
  expect(rows).toEqual([
    { task_id: 'task_00plain', mode: 'test', has_references: false },
    { task_id: 'task_00images', mode: 'test', has_references: true },
  ]);
  expect(schemas.rowCount).toBe(0);
});

test('the tables that the code sees are the tables that the migrations make', async () => {
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
  const { rows } = await pool.query<{ line: string }>(
    await readFile(new URL('../../tests/support/describe-schema.sql', import.meta.url), 'utf8'),
  );
  await expect(`${rows.map((row) => row.line).join('\n')}\n`).toMatchFileSnapshot(
    'migrations/schema.snapshot.txt',
  );
});

test('a database that goes away during a migration fails it, and ends no process', async () => {
  await using proxy = await startCuttingProxy(url, 'SELECT name, hash FROM');
  await expect(migrate(proxy.url)).rejects.toSatisfy(isDatabaseUnavailable);
  expect(proxy.cuts).toBe(1);
});

test('a migration limits its wait for a lock, retries, and continues once the table is free', async () => {
  await migrate(url, { schema: 'locked' });
  await pool.query(`DELETE FROM locked.migrations WHERE name = '0005-delivery-traces.sql'`);
  await pool.query('ALTER TABLE locked.deliveries DROP COLUMN traceparent');
  const blocker = await holdTransaction(pool, 'LOCK TABLE locked.deliveries IN ACCESS SHARE MODE');
  const release = async () => {
    // Statements that arrive after the migration do not wait for it.
    await pool.query('SELECT count(*) FROM locked.deliveries');
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
  expect(ran).toEqual(['0005-delivery-traces.sql']);
  expect(blocked).toContain('0005-delivery-traces.sql');
});

test('a migration whose table stays locked fails with what to do, and changes nothing', async () => {
  await migrate(url, { schema: 'kept' });
  await pool.query(`DELETE FROM kept.migrations WHERE name = '0005-delivery-traces.sql'`);
  await pool.query('ALTER TABLE kept.deliveries DROP COLUMN traceparent');
  const blocker = await holdTransaction(pool, 'LOCK TABLE kept.deliveries IN ACCESS SHARE MODE');
  const migration = migrate(url, { schema: 'kept', lockTimeoutMs: 2_000, lockAttempts: 1 });
  await expect(migration).rejects.toThrow(
    '0005-delivery-traces.sql needs a table that another session has locked: end that session, then start again',
  );
  await blocker.query('ROLLBACK');
  blocker.release();
});

test('partitions whose tables stay locked fail with what holds until they are there', async () => {
  const owner = await givenOldSchema('bounded', '0047');
  const blocker = await holdTransaction(pool, 'LOCK TABLE bounded.tasks IN ACCESS SHARE MODE');
  await expect(migrate(url, { schema: 'bounded', lockAttempts: 1 })).rejects.toThrow(
    /^0047-partitions\.sql needs a table .*no release accepts tasks past the end of next month/,
  );
  await blocker.query('ROLLBACK');
  blocker.release();
  await owner.end();
});

test.each([
  [
    'an entry of another amount',
    'ledger entry 1 is not of the owner, mode and credits of its task task_00a',
    2,
  ],
  ['a charge that is missing', 'task task_00a is charged, its ledger entries are reserve', 1],
])('rows with %s stop the migration that would refuse them, by name', async (what, message, amount) => {
  const schema = what.replaceAll(' ', '-');
  const owner = await givenOldSchema(schema, '0015');
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status, deadline,
      finished_at, video_expires_at)
    VALUES ('task_00a', 'o', 'k', 'live', 'video-2-0', '{}', 0, 1, 'completed', 'charged', now(), now(), now())`,
  );
  await owner.query(
    `INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount) VALUES ('o', 'live', 'task_00a', 'reserve', $1)`,
    [amount],
  );
  await expect(migrate(url, { schema })).rejects.toThrow(message);
  await owner.query('DELETE FROM ledger_entries');
  await owner.query('DELETE FROM tasks');
  await owner.end();
  expect(await migrate(url, { schema })).toContain('0015-entries-follow-tasks.sql');
});
