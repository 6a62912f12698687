import type { ClientBase, Pool } from 'pg';

/** SQLSTATE `read_only_sql_transaction`: a statement that writes reached a standby or a demoted primary. */
export const READ_ONLY = '25006';

const MODE = { text: `SELECT current_setting('transaction_read_only') AS mode`, query_timeout: 3_000 };

/** Thrown for a session that can only read; `isDatabaseUnavailable` recognizes it by its SQLSTATE. */
class ReadOnlyDatabaseError extends Error {
  readonly code = READ_ONLY;
  override readonly name = 'ReadOnlyDatabaseError';
}

/**
 * Checks that a session can write. During recovery, `transaction_read_only` is always `on`, so one setting covers both
 * standbys and `default_transaction_read_only`.
 * @throws {ReadOnlyDatabaseError}
 */
export async function requireWritable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ mode: string }>(MODE);
  if (rows[0]?.mode !== 'off') {
    throw new ReadOnlyDatabaseError('The database accepts only reads: it is a standby or read-only.');
  }
}

/**
 * Checks that a connection of a pool can write, and closes the connection if it cannot.
 * @throws {ReadOnlyDatabaseError}
 */
export async function requireWritablePool(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await requireWritable(client);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
