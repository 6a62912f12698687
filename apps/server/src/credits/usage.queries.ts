/**
 * Usage: ended tasks come from `usage_steps`, which the database maintains, the few others from the tasks themselves.
 * Every process returns the same.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Database, inIndexOrder } from '../db/database.ts';
import { executeKept } from '../db/kept-plans.ts';
import type { Mode, Task } from '../db/tables.ts';
import type { Round } from '../repeat.ts';

/** Selects the tasks of one owner; all tasks by default. */
export interface UsageFilter {
  readonly ownerId?: string | undefined;
  readonly mode?: Mode | undefined;
}

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

const COUNTS = sql`sum(completed + failed + unfinished)::int AS tasks, sum(completed)::int AS completed,
  sum(failed)::int AS failed, sum(credits)::float8 AS credits`;

/** Sums what an owner used by day, mode and model, the first day first. */
export async function readDailyUsage(
  database: Database,
  filter: UsageFilter & { readonly ownerId: string },
  range: TimeRange,
): Promise<DailyUsage[]> {
  const { rows } = await database.execute<DailyUsage & Record<string, unknown>>(sql`
    SELECT (at AT TIME ZONE 'UTC')::date::text AS day, mode, model, ${COUNTS}
    FROM (${countsWithin(filter, { ...range, span: 'hour' })}) AS counted GROUP BY 1, mode, model ORDER BY 1, mode, model`);
  return rows;
}

/** A part of a time, by its beginning. */
export interface UsagePoint extends UsageCounts {
  readonly at: Date;
}

/** Sums usage by steps of equal length; a step without tasks is absent. */
export async function readUsageSteps(
  database: Database,
  filter: UsageFilter,
  { stepMs, span, ...range }: TimeRange & { readonly stepMs: number; readonly span: 'minutes' | 'hour' },
): Promise<UsagePoint[]> {
  const statement = sql`
    SELECT date_bin(${stepMs} * interval '1 millisecond', at, ${range.from.toISOString()}::timestamptz) AS at, ${COUNTS}
    FROM (${countsWithin(filter, { ...range, span })}) AS counted GROUP BY 1 ORDER BY 1`;
  const rows = await executeKept<UsageCounts & { at: string }>(database, statement);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

function countsWithin(
  filter: UsageFilter,
  { from, to, span }: TimeRange & { readonly span: 'minutes' | 'hour' },
): SQL {
  const within = (column: SQL) =>
    sql`${column} >= ${from.toISOString()}::timestamptz AND ${column} < ${to.toISOString()}::timestamptz`;
  return sql`
    SELECT starts_at AS at, mode, model, completed, failed, 0 AS unfinished, credits FROM usage_steps
    WHERE span = ${span} AND ${within(sql`starts_at`)} AND ${ofFilter(filter)}
    UNION ALL
    SELECT created_at, mode, model, 0, 0, 1, credits FROM tasks
    WHERE finished_at IS NULL AND ${within(sql`created_at`)} AND ${ofFilter(filter)}`;
}

function ofFilter({ ownerId, mode }: UsageFilter): SQL {
  const modes = sql.param(mode === undefined ? ['live', 'test'] : [mode]);
  const ofModes = sql`mode = ANY (${modes}::text[])`;
  return ownerId === undefined ? ofModes : sql`owner_id = ${ownerId} AND ${ofModes}`;
}

/** Counts completed tasks of a time by the buckets of their latency, which `estimateLatency` reads. */
export async function readLatencies(
  database: Database,
  filter: UsageFilter,
  { from, to, span }: TimeRange & { readonly span: 'minutes' | 'hour' },
): Promise<number[]> {
  const { rows } = await database.execute<{ count: number }>(sql`
    SELECT sum(latency.count)::int AS count
    FROM usage_steps, unnest(latencies) WITH ORDINALITY AS latency (count, bucket)
    WHERE span = ${span} AND starts_at >= ${from.toISOString()}::timestamptz
      AND starts_at < ${to.toISOString()}::timestamptz AND ${ofFilter(filter)}
    GROUP BY latency.bucket ORDER BY latency.bucket`);
  return rows.map(({ count }) => count);
}

/** Tasks that have not ended. */
export interface Queue {
  readonly queued: number;
  readonly generating: number;
}

/** Counts the tasks that wait and those that are generated. */
export async function readQueue(database: Database, filter: UsageFilter): Promise<Queue> {
  const statement = sql`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'generating')::int AS generating
    FROM tasks WHERE finished_at IS NULL AND ${ofFilter(filter)}`;
  const rows = await executeKept<Queue>(database, statement);
  return rows[0] ?? { queued: 0, generating: 0 };
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
