/** Runs the SQL files that a database lacks, on a connection that is in a transaction. */
import { type ClientBase, escapeIdentifier } from 'pg';
import {
  FUNCTION_VERSIONS,
  hashFiles,
  SQUASHED_MIGRATIONS,
  type SqlFile,
  type SqlFiles,
} from './sql-files.ts';

/** Changes that bring a database to this version. */
export interface Changes {
  /** Whether it has no tables. */
  readonly isEmpty: boolean;
  readonly migrations: readonly SqlFile[];
  /** Whether functions and views of this version replace those of the database. */
  readonly replacesFunctions: boolean;
}

/**
 * Runs tables in an empty database, then migrations, then functions.
 * @param run runs one file
 */
export async function applyFiles(
  client: ClientBase,
  { files, changes }: { readonly files: SqlFiles; readonly changes: Changes },
  run: (file: SqlFile) => Promise<void>,
): Promise<void> {
  const { isEmpty, migrations, replacesFunctions } = changes;
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  if (isEmpty) {
    for (const file of files.schema) await run(file);
    await record(client, 'migrations', [...SQUASHED_MIGRATIONS]);
  }
  for (const file of migrations) {
    await run(file);
    await record(client, 'migrations', [[file.name, file.hash]]);
  }
  if (replacesFunctions) await replaceFunctions(client, files.functions, run);
  if (isEmpty) await client.query('SELECT create_partition(name) FROM missing_partitions');
}

async function replaceFunctions(
  client: ClientBase,
  files: readonly SqlFile[],
  run: (file: SqlFile) => Promise<void>,
): Promise<void> {
  // A function may call one that a later file creates. A test checks them once all are there.
  await client.query('SET LOCAL check_function_bodies = off');
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM file_hashes');
  const stored = new Map(rows.map(({ name, hash }) => [name, hash]));
  for (const file of files.filter(({ name, hash }) => stored.get(name) !== hash)) {
    await run(file);
    await record(client, 'file_hashes', [[file.name, file.hash]]);
  }
  const names = new Set(files.map(({ name }) => name));
  for (const name of [...stored.keys()].filter((key) => !names.has(key))) {
    await dropFunction(client, name.replace(/^functions\/|\.sql$/g, ''));
    await client.query('DELETE FROM file_hashes WHERE name = $1', [name]);
  }
  const hash = hashFiles(files);
  await record(
    client,
    'migrations',
    FUNCTION_VERSIONS.map((version) => [version, hash]),
  );
}

async function record(
  client: ClientBase,
  table: 'migrations' | 'file_hashes',
  entries: readonly (readonly [name: string, hash: string])[],
): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (name, hash) SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
    [entries.map(([name]) => name), entries.map(([, hash]) => hash)],
  );
}

/** Drops a function and its triggers. */
async function dropFunction(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS statement
    FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_namespace ON pg_namespace.oid = pronamespace
    WHERE nspname = current_schema() AND proname = $1 AND tgparentid = 0`,
    [name],
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query(`DROP FUNCTION IF EXISTS ${escapeIdentifier(name)}`);
}
