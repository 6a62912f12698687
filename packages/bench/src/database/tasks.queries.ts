// Tasks that have ended, and tasks that are about to, written straight into the server's tables.
import type { Pool } from 'pg';
import { idSql, KEYS, KEYS_PER_OWNER, ownerOfKeySql } from './owners.queries.ts';
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

/** Ends autovacuum, whose transactions would be counted, some twenty a second after a load. */
export async function stopAutovacuum(pool: Pool): Promise<void> {
  await pool.query('ALTER SYSTEM SET autovacuum = off');
  await pool.query('SELECT pg_reload_conf()');
}

/** Counts the transactions of the database until now. */
export async function countTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count);
}

/** The tasks to write. */
export interface FailingTasks {
  readonly count: number;
  /** How many were written before: ids go on from there. */
  readonly after: number;
}

/** Numbers of failing tasks begin after those of all others. */
const FAILING_BASE = 10_000_000;

/** Queues tasks of all owners that fail without being rendered, with their reservations; all are due at the same moment. */
export async function insertFailingTasks(pool: Pool, { count, after }: FailingTasks): Promise<void> {
  await queryWithoutTriggers(
    pool,
    `WITH task AS (
      INSERT INTO keyframe.tasks (id, owner_id, key_id, mode, model, input, seed, credits, status, billing_status, deadline)
      SELECT ${idSql('task', 'n')}, ${ownerOfKeySql('key')}, ${idSql('key', 'key')}, 'test', 'video-2-0',
        '{"prompt": "a lighthouse #sandbox:fail=provider_failed"}', 1, 50, 'queued', 'reserved', now() + interval '1 day'
      FROM generate_series(${FAILING_BASE} + $2::integer + 1, ${FAILING_BASE} + $2::integer + $1::integer) AS n
      CROSS JOIN LATERAL (SELECT n * ${KEYS_PER_OWNER} % ${KEYS} + 1 AS key) AS number
      RETURNING id, owner_id, mode, credits
    ), reserved AS (
      INSERT INTO keyframe.ledger_entries (owner_id, mode, task_id, kind, amount)
      SELECT owner_id, mode, id, 'reserve', credits FROM task
    ), moved AS (
      UPDATE keyframe.accounts SET reserved = reserved + taken.credits
      FROM (SELECT owner_id, mode, sum(credits) AS credits FROM task GROUP BY owner_id, mode) AS taken
      WHERE accounts.owner_id = taken.owner_id AND accounts.mode = taken.mode
    )
    INSERT INTO keyframe.jobs (task_id, owner_id, mode, has_references) SELECT id, owner_id, mode, false FROM task`,
    [count, after],
  );
}

/** Gives the rate at which failing tasks ended; undefined while some have not. */
export async function readEndRate(pool: Pool, { count, after }: FailingTasks): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number; seconds: number }>(
    `SELECT count(*)::integer AS count, extract(epoch FROM max(finished_at) - min(started_at))::float8 AS seconds
    FROM keyframe.tasks
    WHERE id > ${idSql('task', `${FAILING_BASE} + $2::integer`)}
      AND id <= ${idSql('task', `${FAILING_BASE} + $2::integer + $1::integer`)} AND status = 'failed'`,
    [count, after],
  );
  const [{ count: ended, seconds } = { count: 0, seconds: 0 }] = rows;
  return ended === count ? count / seconds : undefined;
}
