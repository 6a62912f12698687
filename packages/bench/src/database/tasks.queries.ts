// Tasks that have ended, written straight into the server's tables.
import type { Pool } from 'pg';
import { idSql, KEYS, ownerOfKeySql } from './owners.queries.ts';
import { queryWithoutTriggers } from './without-triggers.ts';

/** Creates one completed task of each key, the longest record there is, and gives the ids in the keys' order. */
export async function insertCompletedTasks(pool: Pool): Promise<string[]> {
  const { rows } = await queryWithoutTriggers<{ id: string }>(
    pool,
    `WITH task AS (
      INSERT INTO keyframe.tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status,
        has_last_frame, deadline, started_at, finished_at, video_expires_at)
      SELECT ${idSql('task', 'n')}, ${ownerOfKeySql('n')}, ${idSql('key', 'n')}, 'live', 'video-2-0',
        '{"prompt": "a lighthouse above a stormy sea"}', 1, 50, 'completed', 'charged',
        true, now() + interval '30 minutes', now(), now(), now() + interval '1 day'
      FROM generate_series(1, $1::integer) AS n RETURNING id
    ) SELECT id FROM task ORDER BY id`,
    [KEYS],
  );
  await pool.query('ANALYZE keyframe.tasks');
  return rows.map(({ id }) => id);
}

/** Turns completed tasks into tasks that a worker renders. */
export async function reopenTasks(pool: Pool): Promise<void> {
  await queryWithoutTriggers(
    pool,
    `UPDATE keyframe.tasks SET status = 'generating', billing_status = 'reserved', has_last_frame = false,
      finished_at = NULL, video_expires_at = NULL`,
    [],
  );
  await pool.query('VACUUM ANALYZE keyframe.tasks');
}

/** Ends tasks that a worker renders, and gives the moment at which that became visible, in milliseconds of the epoch. */
export async function endTasks(pool: Pool, taskIds: readonly string[]): Promise<number> {
  await queryWithoutTriggers(
    pool,
    `UPDATE keyframe.tasks SET status = 'completed', billing_status = 'charged', finished_at = now(),
      video_expires_at = now() + interval '1 day'
    WHERE id = ANY ($1::text[])`,
    [taskIds],
  );
  return Date.now();
}

/** Counts the transactions of the database until now. */
export async function countTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count);
}
