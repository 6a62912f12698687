/**
 * Brings a database to this version, in one transaction: tables of an empty one, numbered migrations, functions that changed. An
 * advisory lock lets any number of processes start at once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type ClientBase, DatabaseError, escapeIdentifier } from 'pg';
import { applyFiles, type Changes } from './apply-files.ts';
import { type Database, DEFAULT_SCHEMA } from './database.ts';
import { ResilientPool } from './resilient-pool.ts';
import {
  FUNCTION_VERSIONS,
  hashFiles,
  listChangeNames,
  readSqlFiles,
  SQUASHED_MIGRATIONS,
  type SqlFiles,
} from './sql-files.ts';

const ADVISORY_LOCK = 7_163_264;
/**
 * Limit of the wait for a lock. Later statements on the same table wait as well, so they are let pass, and the lock is requested
 * again. It is less than the second after which PostgreSQL looks for deadlocks, so that no request is ended for this one.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_RETRY_MS = 1_000;
const LOCK_ATTEMPTS = 30;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';
/** The first version whose database is continued. */
const FIRST_VERSION = '5d91f6ad';

/** Thrown when a migration cannot run; the message says which one, why, and what to do. */
class MigrationError extends Error {
  readonly code = 'migration';
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  readonly schema?: string;
  /** The longest wait for one lock, in ms; 500 by default. */
  readonly lockTimeoutMs?: number;
  /** How often to try while a table is locked, a second apart; 30 times by default. */
  readonly lockAttempts?: number;
  /** Called each time that a file finds a table locked. */
  readonly onBlocked?: (file: string) => void;
  /** Called with the migrations of a newer version that ran here. Their tables suit the release before it, too. */
  readonly onNewer?: (migrations: readonly string[]) => void;
}

/**
 * Brings a database up to date; a second call changes nothing. The lock is taken only if something is to be done: a pooler
 * in transaction mode would keep it after this connection has ended.
 * @param url of the role that owns the tables; any role that may read them, when nothing is to be done
 * @returns the names of the files that ran
 * @throws {MigrationError}
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { schema = DEFAULT_SCHEMA, onNewer } = options;
  const files = await readSqlFiles();
  const { changes, newer, canCreate } = await withConnection(url, async (client) => ({
    ...(await findChanges(client, files, schema)),
    canCreate: await canCreateTables(client, schema),
  }));
  if (newer.length > 0) onNewer?.(newer);
  if (!hasChanges(changes)) return [];
  if (!canCreate) throw createRoleError(`permission denied for schema ${schema}`);
  return withOwner(url, async (client) => {
    try {
      return await applyWhenUnlocked(client, files, options);
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
  return (await listChangeNames()).filter((name) => !applied.has(name));
}

/** Compares this version with a database, and names what a newer version has changed there. */
async function findChanges(
  client: ClientBase,
  { migrations, functions }: SqlFiles,
  schema: string,
): Promise<{ readonly changes: Changes; readonly newer: readonly string[] }> {
  const applied = await readApplied(client, schema);
  const hashes = new Map([
    ...SQUASHED_MIGRATIONS,
    ...migrations.map(({ name, hash }) => [name, hash] as const),
  ]);
  const isEmpty = applied.size === 0;
  if (!isEmpty) refuseOlder(applied);
  refuseEdited(applied, hashes);
  const newer = [...applied.keys()].filter((name) => !hashes.has(name) && !FUNCTION_VERSIONS.includes(name));
  const isSame = applied.get(FUNCTION_VERSIONS.at(-1) ?? '') === hashFiles(functions);
  return {
    changes: {
      isEmpty,
      migrations: migrations.filter(({ name }) => !applied.has(name)),
      replacesFunctions: newer.length === 0 && !isSame,
    },
    newer,
  };
}

function hasChanges({ migrations, replacesFunctions }: Changes): boolean {
  return migrations.length > 0 || replacesFunctions;
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

/** Applies all changes or none, and tries again while a table is locked. Returns the names of the files that ran. */
async function applyWhenUnlocked(
  client: ClientBase,
  files: SqlFiles,
  {
    schema = DEFAULT_SCHEMA,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    lockAttempts = LOCK_ATTEMPTS,
    onBlocked,
  }: MigrateOptions,
): Promise<string[]> {
  // Another process may have applied them while this one waited for the lock.
  const { changes } = await findChanges(client, files, schema);
  if (!hasChanges(changes)) return [];
  for (let attempt = 1; ; attempt += 1) {
    const ran: string[] = [];
    try {
      await runInTransaction(client, async () => {
        const name = escapeIdentifier(schema);
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
        // Temporary tables last: functions that run as their owner find no tables of a caller.
        await client.query(`SET LOCAL search_path TO ${name}, pg_temp`);
        await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
        await applyFiles(client, { files, changes }, async (file) => {
          ran.push(file.name);
          await client.query(file.sql);
        });
      });
      return ran;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error;
      const file = ran.at(-1) ?? '';
      if (attempt >= lockAttempts) {
        throw new MigrationError(
          `${file} needs a table that another session has locked: end that session, then start again (tried ${attempt} times).`,
          { cause: error },
        );
      }
      onBlocked?.(file);
      await delay(LOCK_RETRY_MS);
    }
  }
}

async function runInTransaction(client: ClientBase, action: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await action();
    await client.query('COMMIT');
  } catch (error) {
    // When the connection is gone, so is its transaction, and the first error is the one that says why.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function refuseOlder(applied: ReadonlyMap<string, string>): void {
  const missing = [...SQUASHED_MIGRATIONS.keys()].find((name) => !applied.has(name));
  if (missing === undefined) return;
  throw new MigrationError(
    `The database lacks ${missing}: start version ${FIRST_VERSION} with it first, which migrates it, and then this one.`,
  );
}

function refuseEdited(applied: ReadonlyMap<string, string>, hashes: ReadonlyMap<string, string>): void {
  const problems = [...hashes]
    .filter(([name, hash]) => applied.has(name) && applied.get(name) !== hash)
    .map(([name]) => `${name} was edited after it ran`);
  if (problems.length > 0) {
    throw new MigrationError(`The database does not fit this version: ${problems.join('; ')}.`);
  }
}
