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
  const { rows: months } = await pool.query<Omit<Month, 'tasks'>>(
    `SELECT name, until_id AS "untilId" FROM keyframe.month_partitions
    WHERE parent = 'tasks' AND until_id <= keyframe.least_task_id(keyframe.month_from_now(-3)) ORDER BY until_id`,
  );
  for (const month of months) {
    // A comparison of all partitions with all tasks would take minutes.
    const { rows } = await pool.query<{ tasks: number }>(
      `SELECT count(*)::integer AS tasks FROM keyframe.${month.name}`,
    );
    const tasks = rows[0]?.tasks ?? 0;
    if (tasks > 0) return { ...month, tasks };
  }
  throw new Error('No month can be dropped.');
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
