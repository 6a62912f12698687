/**
 * Numbered, forward-only SQL files. Each runs once, in one transaction with its record; an advisory lock
 * lets any number of processes start at once.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { type ClientBase, escapeIdentifier } from 'pg';
import { type Database, DEFAULT_SCHEMA } from './database.ts';
import { ResilientPool } from './resilient-pool.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const ADVISORY_LOCK = 7_163_264;

/** Thrown when the database holds a migration that this version does not know, or knows differently. */
class MigrationError extends Error {
  readonly code = 'migration';
  override readonly name = 'MigrationError';
}

/**
 * Brings a database up to date; a second call changes nothing.
 * @returns the names of the migrations that ran
 * @throws {MigrationError}
 */
export async function migrate(url: string, schema: string = DEFAULT_SCHEMA): Promise<string[]> {
  const pool = new ResilientPool({ connectionString: url, max: 1, application_name: 'keyframe-migrate' });
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    return await applyMissing(client, schema);
  } finally {
    // Destroying the connection releases the lock, also after an error.
    client.release(true);
    await pool.end();
  }
}

/** Lists the migrations of this version that a database lacks; one that a newer version migrated lacks none. */
export async function missingMigrations(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`SELECT name FROM migrations`);
  const applied = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !applied.has(name));
}

async function applyMissing(client: ClientBase, schema: string): Promise<string[]> {
  const name = escapeIdentifier(schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await client.query(`SET search_path TO ${name}`);
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migrations');
  const applied = new Map(rows.map((row) => [row.name, row.hash]));
  const files = await migrationFiles();
  refuseUnknown(applied, files);
  const missing = files.filter((file) => !applied.has(file.name));
  for (const file of missing) {
    await client.query('BEGIN');
    await client.query(file.sql);
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [file.name, file.hash]);
    await client.query('COMMIT');
  }
  return missing.map((file) => file.name);
}

interface MigrationFile {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).sort();
}

async function migrationFiles(): Promise<MigrationFile[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function refuseUnknown(applied: ReadonlyMap<string, string>, files: readonly MigrationFile[]): void {
  const known = new Map(files.map((file) => [file.name, file.hash]));
  const problems = [...applied]
    .filter(([name, hash]) => known.get(name) !== hash)
    .map(([name]) =>
      known.has(name) ? `${name} was edited after it ran` : `${name} ran here, but this version lacks it`,
    );
  if (problems.length > 0) {
    throw new MigrationError(`The database does not fit this version: ${problems.join('; ')}.`);
  }
}
