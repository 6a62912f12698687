// Callbacks that are due, written straight into the server's outbox.
import type { Pool } from 'pg';
import { idSql, KEYS, KEYS_PER_OWNER, ownerOfKeySql } from './owners.queries.ts';
import { queryWithoutTriggers } from './without-triggers.ts';

/** The callbacks to write. */
export interface DueCallbacks {
  readonly count: number;
  /** How many were written before: ids go on from there. */
  readonly after: number;
  readonly url: string;
  readonly body: string;
}

/** Makes callbacks of failed tasks due, all at the same moment; successive ones belong to different owners. */
export async function insertDueCallbacks(pool: Pool, callbacks: DueCallbacks): Promise<void> {
  const { count, after, url, body } = callbacks;
  await queryWithoutTriggers(
    pool,
    `WITH task AS (
      INSERT INTO keyframe.tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status,
        failed_reason, callback_url, deadline, finished_at)
      SELECT ${idSql('task', 'n')}, ${ownerOfKeySql('key')}, ${idSql('key', 'key')}, 'live', 'video-2-0', '{}', 1, 50,
        'failed', 'refunded', 'provider_failed', $3, now(), now()
      FROM generate_series($2::integer + 1, $2::integer + $1::integer) AS n
      CROSS JOIN LATERAL (SELECT n * ${KEYS_PER_OWNER} % ${KEYS} + 1 AS key) AS number
      RETURNING id, owner_id
    )
    INSERT INTO keyframe.deliveries (id, task_id, owner_id, url, host, body)
    SELECT replace(id, 'task_', 'msg_'), id, owner_id, $3, $4, $5 FROM task`,
    [count, after, url, new URL(url).hostname, body],
  );
}

/** Counts callbacks that were delivered at their first attempt. */
export async function countDelivered(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM keyframe.deliveries
    JOIN keyframe.delivery_attempts ON delivery_id = deliveries.id AND number = 1
    WHERE status = 'delivered' AND http_status = 200`,
  );
  return rows[0]?.count ?? 0;
}
