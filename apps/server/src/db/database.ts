import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';

/** The schema that holds every table of the service, apart from the queue's. */
export const DEFAULT_SCHEMA = 'keyframe';

/** Drizzle over a pool, or over one of its transactions: what every query function takes. */
export type Database = NodePgDatabase;

/** A pool and the query interface over it. */
export interface DatabaseConnection {
  readonly database: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens a pool; unqualified names resolve in `schema`. Idle connections that break are replaced silently. */
export function connectDatabase(
  url: string,
  { schema = DEFAULT_SCHEMA, max = 16, onIdleError }: DatabaseOptions = {},
): DatabaseConnection {
  const pool = new Pool({
    connectionString: url,
    max,
    options: `-c search_path=${schema}`,
    application_name: 'keyframe',
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', (error) => onIdleError?.(error));
  return { database: drizzle(pool), pool, close: () => pool.end() };
}

export interface DatabaseOptions {
  readonly schema?: string;
  /** Connections at most, 16 by default. */
  readonly max?: number;
  readonly onIdleError?: (error: Error) => void;
}
