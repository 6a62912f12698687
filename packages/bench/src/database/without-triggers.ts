// Rows of a life that a benchmark does not wait for: tasks that have ended without having begun.
import type { Pool, QueryResult, QueryResultRow } from 'pg';

/** Runs a statement past the triggers that guard tasks and balances; checks and unique indexes still hold. */
export async function queryWithoutTriggers<TRow extends QueryResultRow>(
  pool: Pool,
  statement: string,
  values: readonly unknown[],
): Promise<QueryResult<TRow>> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const result = await client.query<TRow>(statement, [...values]);
    await client.query('COMMIT');
    return result;
  } finally {
    // A connection with an open transaction is of no further use.
    client.release(true);
  }
}
