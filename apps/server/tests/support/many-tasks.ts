import type { Pool } from 'pg';

interface ManyTasks {
  readonly ownerId: string;
  readonly keyId: string;
  readonly count: number;
}

/**
 * Stores tasks of an owner, a second apart until now, past every trigger: the newest tenth waits, of the others every
 * hundredth has failed, and every thousandth is of the mini model.
 */
export async function givenManyTasks(pool: Pool, { ownerId, keyId, count }: ManyTasks): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status, created_at,
        deadline, started_at, finished_at, video_expires_at, failed_reason)
      SELECT 'task_' || right($1, 10) || lpad(n::text, 16, '0'), $1, $2, 'live',
        CASE WHEN n % 1000 = 0 THEN 'video-2-0-mini' ELSE 'video-2-0' END,
        '{"prompt": "a calm sea", "generation_type": "text-to-video"}', 1, 50, status,
        CASE status WHEN 'queued' THEN 'reserved' WHEN 'failed' THEN 'refunded' ELSE 'charged' END,
        moment, moment + interval '30 minutes',
        CASE WHEN status <> 'queued' THEN moment + interval '1 second' END,
        CASE WHEN status <> 'queued' THEN moment + interval '10 seconds' END,
        CASE WHEN status = 'completed' THEN moment + interval '1 day' END,
        CASE WHEN status = 'failed' THEN 'provider_failed' END
      FROM (
        SELECT n, now() - ($3 - n) * interval '1 second' AS moment,
          CASE WHEN n > $3 * 0.9 THEN 'queued' WHEN n % 100 = 0 THEN 'failed' ELSE 'completed' END AS status
        FROM generate_series(1, $3::integer) AS n
      ) AS task`,
      [ownerId, keyId, count],
    );
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
}
