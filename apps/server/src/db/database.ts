import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { ResilientPool } from './resilient-pool.ts';

/** The schema that holds every table of the service. */
export const DEFAULT_SCHEMA = 'keyframe';

/** Drizzle over a pool, or over one of its transactions: what every query function takes. */
export type Database = NodePgDatabase;

/** A pool and the query interface over it. */
export interface DatabaseConnection {
  readonly database: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** The longest wait for a free connection of the pool. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Interval at which the server looks whether the client of a running statement has gone, and then cancels it. */
const CLIENT_CHECK_MS = 1_000;
const NETWORK_GRACE_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 2_000;

/**
 * Opens a pool; unqualified names resolve in `schema`. Idle connections that break are replaced silently. A URL with
 * several servers leads to the one that can write, `postgres://user@a:5432,b:5432/name`.
 */
export function connectDatabase(
  url: string,
  {
    schema = DEFAULT_SCHEMA,
    max = 16,
    statementTimeoutMs,
    preparedTimeoutMs,
    idleInTransactionMs = IDLE_IN_TRANSACTION_MS,
    signal,
    onIdleError,
  }: DatabaseOptions = {},
): DatabaseConnection {
  const pool = new ResilientPool({
    connectionString: url,
    max,
    options: `-c search_path=${schema} -c client_connection_check_interval=${CLIENT_CHECK_MS}`,
    application_name: 'keyframe',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    ...(preparedTimeoutMs !== undefined && { preparedTimeoutMs }),
    ...(statementTimeoutMs !== undefined && {
      statement_timeout: statementTimeoutMs,
      // A server that is gone cannot cancel: then the connection gives up by itself.
      stream: idleTimeoutSocket(statementTimeoutMs + NETWORK_GRACE_MS),
    }),
    ...(signal !== undefined && { stream: () => addAbortSignal(signal, new Socket()) }),
  });
  pool.on('error', (error) => onIdleError?.(error));
  return { database: drizzle(pool), pool, close: () => pool.end() };
}

/**
 * Creates the sockets of a pool, which close after `silenceMs` without a byte instead of waiting for an answer that will
 * not come. A timeout of a query alone would leave its connection in the pool, for the next query to wait on as well.
 */
function idleTimeoutSocket(silenceMs: number): () => Socket {
  return () => {
    const socket = new Socket();
    socket.setTimeout(silenceMs, () => {
      const message = `The database has not answered for ${silenceMs} ms.`;
      socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    });
    return socket;
  };
}

export interface DatabaseOptions {
  readonly schema?: string;
  /** Connections at most, 16 by default. */
  readonly max?: number;
  /** The longest that a statement may take; no bound unless given. */
  readonly statementTimeoutMs?: number;
  /**
   * The longest that a caller waits for a prepared statement; no bound unless given. Few connections serve all requests,
   * so a server that falls silent must not hold them as long as other statements; its connection is broken then.
   */
  readonly preparedTimeoutMs?: number;
  /**
   * The longest silence within a transaction, 2 s by default. A process that is suspended in one holds its locks until
   * then, and prepared statements of others that wait for them must give up only later.
   */
  readonly idleInTransactionMs?: number;
  /** Breaks connections, for one whose statements have no bound. */
  readonly signal?: AbortSignal;
  readonly onIdleError?: (error: Error) => void;
}

/**
 * States a condition on rows that are found by their ids in words that no index has. With statistics of an empty queue, an
 * index of what waits seems as cheap as the primary key, and a plan would read the whole queue for each row.
 */
export function withoutIndex(condition: SQL): SQL {
  return sql`CASE WHEN ${condition} THEN true END`;
}

/**
 * Runs a batch that follows an index from a key on. Where a table has no statistics yet, the planner takes a third of
 * it for what follows the key, and reads and sorts the whole table for each batch.
 */
export async function inIndexOrder<TResult>(
  database: Database,
  batch: (transaction: Database) => Promise<TResult>,
): Promise<TResult> {
  return database.transaction(async (transaction) => {
    await transaction.execute(
      `SELECT set_config(name, 'off', true) FROM unnest('{enable_seqscan,enable_bitmapscan,enable_sort}'::text[]) AS name`,
    );
    return batch(transaction);
  });
}
