import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { migrate } from './migrate.ts';
import * as tables from './tables.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { url, pool } = useDatabase({ migrated: false });

const FOLDER = new URL('./migrations/', import.meta.url);

async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
}

test('migrating twice changes nothing the second time', async () => {
  expect(await migrate(url)).toEqual(await migrationNames());
  expect(await migrate(url)).toEqual([]);
});

test('20 processes that migrate at once all succeed, and one of them does the work', async () => {
  const ran = await Promise.all(Array.from({ length: 20 }, () => migrate(url, 'twenty')));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
});

test('another schema name works, triggers included', async () => {
  await migrate(url, 'other-name');
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

test('a migration that was edited after it ran is refused by name', async () => {
  await migrate(url, 'edited');
  await pool.query(`UPDATE edited.migrations SET hash = 'x' WHERE name = '0002-rate-windows.sql'`);
  await expect(migrate(url, 'edited')).rejects.toThrow('0002-rate-windows.sql was edited after it ran');
});

test('tasks that were under way before jobs had a table have one afterwards, and those that ended have none', async () => {
  const before = new Pool({ connectionString: url, options: '-c search_path=before', max: 1 });
  await before.query('CREATE SCHEMA before');
  await before.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz DEFAULT now())',
  );
  for (const name of (await migrationNames()).filter((file) => file < '0010')) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    await before.query(text);
    const hash = createHash('sha256').update(text).digest('hex');
    await before.query('INSERT INTO migrations VALUES ($1, $2)', [name, hash]);
  }
  await before.query('CREATE SCHEMA keyframe_jobs');
  await before.query(`INSERT INTO owners (id, name, callback_secret) VALUES ('own_1', 'o', 's')`);
  await before.query(`INSERT INTO api_keys (id, owner_id, mode, scopes, hash, hint)
    VALUES ('key_1', 'own_1', 'test', '{tasks:read}', '', '')`);
  const images = JSON.stringify({ image_urls: ['https://example.com/a.png'] });
  await before.query(
    `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, deadline)
    SELECT id, 'own_1', 'key_1', 'test', 'video-2-0', input::jsonb, 0, 1, now()
    FROM (VALUES ('task_plain', '{}'), ('task_images', $1), ('task_ended', '{}')) AS task (id, input)`,
    [images],
  );
  await before.query(`INSERT INTO accounts (owner_id, mode) VALUES ('own_1', 'test')`);
  await before.query(
    `INSERT INTO ledger_entries (owner_id, mode, kind, amount) VALUES ('own_1', 'test', 'grant', 3)`,
  );
  await before.query(`INSERT INTO ledger_entries (owner_id, mode, task_id, kind, amount)
    SELECT owner_id, mode, id, 'reserve', credits FROM tasks`);
  await before.query(`UPDATE tasks SET status = 'failed', billing_status = 'refund_failed', failed_reason = 'x',
    finished_at = now() WHERE id = 'task_ended'`);
  await migrate(url, 'before');
  const { rows } = await before.query('SELECT task_id, mode, has_references FROM jobs ORDER BY task_id DESC');
  const schemas = await before.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'keyframe_jobs'`);
  await before.end();
  expect(rows).toEqual([
    { task_id: 'task_plain', mode: 'test', has_references: false },
    { task_id: 'task_images', mode: 'test', has_references: true },
  ]);
  expect(schemas.rowCount).toBe(0);
});

test('the tables that the code sees are the tables that the migrations make', async () => {
  await migrate(url);
  for (const table of Object.values(tables)) {
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
  await using proxy = await startCuttingProxy(url, 'SELECT name, hash FROM migrations');
  await expect(migrate(proxy.url)).rejects.toSatisfy(isDatabaseUnavailable);
  expect(proxy.cuts).toBe(1);
});
