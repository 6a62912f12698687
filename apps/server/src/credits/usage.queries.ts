/**
 * Usage: ended tasks come from `usage_steps`, which the database maintains, the few others from the tasks themselves.
 * Every process returns the same.
 */
import { sql } from 'drizzle-orm';
import { type Database, inIndexOrder } from '../db/database.ts';
import type { Mode, Task } from '../db/tables.ts';
import type { Round } from '../periodic/repeat.ts';

/** Tasks that were accepted in some time. */
export interface UsageCounts {
  readonly tasks: number;
  readonly completed: number;
  readonly failed: number;
  /** Charged, or reserved by tasks that have not ended. */
  readonly credits: number;
}

export interface DailyUsage extends UsageCounts {
  /** In UTC, as `2026-11-20`. */
  readonly day: string;
  readonly mode: Mode;
  readonly model: Task['model'];
}

/** A time from its beginning up to, and without, its end. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** Sums what an owner used by day, mode and model, the first day first. */
export async function readDailyUsage(
  database: Database,
  { ownerId, mode }: { readonly ownerId: string; readonly mode?: Mode | undefined },
  { from, to }: TimeRange,
): Promise<DailyUsage[]> {
  const modes = listModes(mode);
  const within = sql`starts_at >= ${from.toISOString()}::timestamptz AND starts_at < ${to.toISOString()}::timestamptz`;
  const { rows } = await database.execute<DailyUsage & Record<string, unknown>>(sql`
    SELECT (starts_at AT TIME ZONE 'UTC')::date::text AS day, mode, model,
      sum(completed + failed + unfinished)::int AS tasks, sum(completed)::int AS completed,
      sum(failed)::int AS failed, sum(credits)::float8 AS credits
    FROM (
      SELECT starts_at, mode, model, completed, failed, 0 AS unfinished, credits FROM usage_steps
      WHERE span = 'hour' AND ${within} AND owner_id = ${ownerId} AND mode = ANY (${modes}::text[])
      UNION ALL
      SELECT starts_at, mode, model, 0, 0, queued + generating, credits
      FROM unfinished_tasks(${ownerId}, ${modes}::text[]) WHERE ${within}
    ) AS counted GROUP BY 1, mode, model ORDER BY 1, mode, model`);
  return rows;
}

/** Lists modes as a parameter of a statement. */
export function listModes(mode: Mode | undefined) {
  return sql.param(mode === undefined ? ['live', 'test'] : [mode]);
}

/** The first bucket's bounds, in seconds, and how much longer each next one is: as `latency_bucket` of the database. */
const SHORTEST_SECONDS = 0.25;
const GROWTH = 1.2;

/** Estimates a percentile of latencies in seconds, within a tenth; null without any latency. */
export function estimateLatency(buckets: readonly number[], percentile: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = (total * percentile) / 100;
  for (const [index, count] of buckets.entries()) {
    if (left <= count && count > 0) {
      const seconds = SHORTEST_SECONDS * GROWTH ** (index + left / count);
      return Number(seconds.toPrecision(3));
    }
    left -= count;
  }
  return null;
}

const STEPS_BATCH = 5_000;

/** Deletes steps of minutes that are older than two days. */
export async function deleteOldUsageSteps(database: Database, round: Round): Promise<void> {
  const statement = sql`
    DELETE FROM usage_steps WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM usage_steps WHERE span = 'minutes' AND starts_at < now() - interval '2 days'
      ORDER BY starts_at LIMIT ${STEPS_BATCH} 
    )) AND span = 'minutes' AND starts_at < now() - interval '2 days'`;
  while (!round.isOver) {
    const { rowCount } = await inIndexOrder(database, (transaction) => transaction.execute(statement));
    if ((rowCount ?? 0) < STEPS_BATCH) return;
  }
}
