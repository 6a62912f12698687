/**
 * Numbered, forward-only SQL files. Each runs once, in one transaction with its record; an advisory lock
 * lets any number of processes start at once.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg';
import { type Database, DEFAULT_SCHEMA } from './database.ts';
import { ResilientPool } from './resilient-pool.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const ADVISORY_LOCK = 7_163_264;
/**
 * Limit of a migration's wait for a lock. Later statements on the same table wait for the migration, so it lets
 * them pass and tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_RETRY_MS = 1_000;
const LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Thrown when a migration cannot run; the message says which one, why, and what to do. */
class MigrationError extends Error {
  readonly code = 'migration';
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  readonly schema?: string;
  /** The longest wait for one lock, in ms; 2,000 by default. */
  readonly lockTimeoutMs?: number;
  /** How often a migration is tried that found a table locked, a second apart; 30 times by default. */
  readonly lockAttempts?: number;
  /** Called each time that a migration finds a table locked. */
  readonly onBlocked?: (migration: string) => void;
  /** Called with the migrations of a newer version that ran here. Their tables suit the release before it, too. */
  readonly onNewer?: (migrations: readonly string[]) => void;
}

/**
 * Brings a database up to date; a second call changes nothing. The lock is taken only if something is to be done: a pooler
 * in transaction mode would keep it after this connection has ended.
 * @param url of the role that owns the tables; any role that may read them, when nothing is to be done
 * @returns the names of the migrations that ran
 * @throws {MigrationError}
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { schema = DEFAULT_SCHEMA, onNewer } = options;
  const { missing, newer, canCreate } = await withConnection(url, async (client) => ({
    ...(await compareMigrations(client, schema)),
    canCreate: await canCreateTables(client, schema),
  }));
  if (newer.length > 0) onNewer?.(newer);
  if (missing.length === 0) return [];
  if (!canCreate) throw createRoleError(`permission denied for schema ${schema}`);
  return withOwner(url, async (client) => {
    try {
      return await applyMissing(client, options);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
      throw createRoleError(error.message, error);
    }
  });
}

function createRoleError(detail: string, cause?: Error): MigrationError {
  return new MigrationError(
    `The database has to be migrated by the role that owns its tables: set MIGRATION_DATABASE_URL (${detail}).`,
    { cause },
  );
}

/** Runs an action on a connection that no other process has at the same time. */
export async function withOwner<TResult>(
  url: string,
  action: (client: ClientBase) => Promise<TResult>,
): Promise<TResult> {
  return withConnection(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    return action(client);
  });
}

/** Runs an action on a connection of its own; its end releases every lock of the session. */
async function withConnection<TResult>(
  url: string,
  action: (client: ClientBase) => Promise<TResult>,
): Promise<TResult> {
  const pool = new ResilientPool({ connectionString: url, max: 1, application_name: 'keyframe-migrate' });
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    return await action(client);
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Lists the migrations of this version that a database lacks; one that a newer version migrated lacks none. */
export async function listMissingMigrations(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`SELECT name FROM migrations`);
  const applied = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !applied.has(name));
}

async function applyMissing(client: ClientBase, options: MigrateOptions): Promise<string[]> {
  const { schema = DEFAULT_SCHEMA, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  // Another process may have run them while this one waited for the lock.
  const { missing } = await compareMigrations(client, schema);
  if (missing.length === 0) return [];
  const name = escapeIdentifier(schema);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await client.query(`SET search_path TO ${name}`);
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  for (const file of missing) await applyWhenUnlocked(client, { file, options });
  return missing.map((file) => file.name);
}

/** Compares the migrations of this version with those that ran. */
async function compareMigrations(client: ClientBase, schema: string) {
  const files = await migrationFiles();
  const applied = await readApplied(client, schema);
  refuseEdited(applied, files);
  const names = new Set(files.map(({ name }) => name));
  return {
    missing: files.filter((file) => !applied.has(file.name)),
    newer: [...applied.keys()].filter((name) => !names.has(name)),
  };
}

/** Reports whether the role may create tables in the schema, or the schema itself. */
async function canCreateTables(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    `SELECT CASE WHEN to_regnamespace(quote_ident($1)) IS NULL
      THEN has_database_privilege(current_database(), 'CREATE')
      ELSE has_schema_privilege(quote_ident($1)::regnamespace, 'CREATE') END AS allowed`,
    [schema],
  );
  return rows[0]?.allowed === true;
}

/** Reads names and hashes of the migrations that ran; none in a database that no migration has seen. */
async function readApplied(client: ClientBase, schema: string): Promise<ReadonlyMap<string, string>> {
  const table = `${escapeIdentifier(schema)}.migrations`;
  const { rows: found } = await client.query<{ exists: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS exists',
    [table],
  );
  if (found[0]?.exists !== true) return new Map();
  const { rows } = await client.query<{ name: string; hash: string }>(`SELECT name, hash FROM ${table}`);
  return new Map(rows.map((row) => [row.name, row.hash]));
}

async function applyWhenUnlocked(
  client: ClientBase,
  { file, options }: { readonly file: MigrationFile; readonly options: MigrateOptions },
): Promise<void> {
  const { lockAttempts = LOCK_ATTEMPTS, onBlocked } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, file);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt >= lockAttempts) {
        throw new MigrationError(
          `${file.name} needs a table that another session has locked: end that session, then start again (tried ${attempt} times).${error.hint === undefined ? '' : ` ${error.hint}`}`,
          { cause: error },
        );
      }
      onBlocked?.(file.name);
      await delay(LOCK_RETRY_MS);
    }
  }
}

async function apply(client: ClientBase, { name, sql, hash }: MigrationFile): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, hash]);
    await client.query('COMMIT');
  } catch (error) {
    // When the connection is gone, so is its transaction, and the first error is the one that says why.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
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

function refuseEdited(applied: ReadonlyMap<string, string>, files: readonly MigrationFile[]): void {
  const problems = files
    .filter(({ name, hash }) => applied.has(name) && applied.get(name) !== hash)
    .map(({ name }) => `${name} was edited after it ran`);
  if (problems.length > 0) {
    throw new MigrationError(`The database does not fit this version: ${problems.join('; ')}.`);
  }
}
