// Figures of the rows and of the log that a service has written.
import type { Pool } from 'pg';

/** Bytes of tables with their indexes, by how long their rows are kept. */
export interface StoredBytes {
  /** Tasks and their entries in the ledger: as long as `TASK_MONTHS`. */
  readonly tasks: number;
  /** Callbacks and their attempts: 30 days. */
  readonly callbacks: number;
}

const TABLES: Readonly<Record<keyof StoredBytes, string>> = {
  tasks: '^(tasks|ledger_entries)',
  callbacks: '^(deliveries|delivery_attempts)$',
};

/** Gives the position in the write-ahead log, in bytes. */
export async function readWalBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

/** Measures the tables. */
export async function readStoredBytes(pool: Pool): Promise<StoredBytes> {
  const measure = async (pattern: string): Promise<number> => {
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
      WHERE relnamespace = 'keyframe'::regnamespace AND relkind = 'r' AND relname ~ $1`,
      [pattern],
    );
    return Number(rows[0]?.bytes);
  };
  return { tasks: await measure(TABLES.tasks), callbacks: await measure(TABLES.callbacks) };
}

/** A task, and the number of its key, which begins with 1. */
export interface StoredTask {
  readonly id: string;
  readonly key: number;
  readonly isEnded: boolean;
}

/** Lists the tasks. */
export async function listTasks(pool: Pool): Promise<StoredTask[]> {
  const { rows } = await pool.query<StoredTask>(
    `SELECT id, right(key_id, 9)::integer AS key, finished_at IS NOT NULL AS "isEnded" FROM keyframe.tasks ORDER BY id`,
  );
  return rows;
}

/** Counts the tasks that have not ended and the callbacks that have not been delivered. */
export async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM keyframe.jobs)
      + (SELECT count(*) FROM keyframe.deliveries WHERE status <> 'delivered'))::integer AS count`,
  );
  return rows[0]?.count ?? 0;
}
