import type { Pool, PoolClient } from 'pg';

/** Runs work in a transaction of its own connection; an error undoes it. */
export async function inTransaction<TResult>(
  pool: Pool,
  work: (connection: PoolClient) => Promise<TResult>,
): Promise<TResult> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    const isUndone = await connection.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    connection.release(!isUndone);
    throw error;
  }
}
