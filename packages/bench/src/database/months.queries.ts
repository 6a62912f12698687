// The oldest month of a service that has run for a year.
import type { Pool } from 'pg';

/** A partition of tasks. */
export interface Month {
  readonly name: string;
  readonly tasks: number;
  /** Least id of a task after the month. */
  readonly untilId: string;
}

/** Finds the oldest month that has tasks. */
export async function oldestMonth(pool: Pool): Promise<Month> {
  const { rows } = await pool.query<Month>(
    `SELECT name, until_id AS "untilId",
      (SELECT count(*)::integer FROM keyframe.tasks WHERE id >= coalesce(from_id, '') AND id < until_id) AS tasks
    FROM (
      SELECT name, from_id, until_id FROM keyframe.month_partitions
      WHERE parent = 'tasks' AND until_id <= keyframe.least_task_id(keyframe.month_from_now(-3))
        AND EXISTS (SELECT FROM keyframe.tasks WHERE id >= coalesce(from_id, '') AND id < until_id)
      ORDER BY until_id LIMIT 1
    ) AS oldest`,
  );
  const [month] = rows;
  if (month === undefined) throw new Error('No month can be dropped.');
  return month;
}

/** Deletes callbacks, as the retention does before a month is dropped. */
export async function deleteCallbacksOfMonth(pool: Pool, { untilId }: Month): Promise<void> {
  await pool.query(
    `DELETE FROM keyframe.delivery_attempts USING keyframe.deliveries
    WHERE delivery_id = deliveries.id AND task_id < $1`,
    [untilId],
  );
  await pool.query('DELETE FROM keyframe.deliveries WHERE task_id < $1', [untilId]);
}

/** Drops a month as a worker with `TASK_MONTHS=3` does; throws if it stays. */
export async function dropMonth(pool: Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ dropped: boolean; obstacle: string | null }>(
    'SELECT is_dropped AS dropped, obstacle FROM keyframe.drop_month($1, 3)',
    [name],
  );
  if (rows[0]?.dropped !== true) throw new Error(`${name} was not dropped: ${rows[0]?.obstacle ?? 'busy'}.`);
}
