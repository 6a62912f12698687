/** Overview of an owner or of the whole service, read from the database, so every process returns the same. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, DatabaseConnection } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { estimateLatency, listModes, type UsageCounts } from './usage.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Windows and their steps, which begin at multiples of their length since 1970. */
const WINDOWS = {
  '1h': { stepMs: 5 * MINUTE_MS, steps: 12, span: 'minutes' },
  '24h': { stepMs: HOUR_MS, steps: 24, span: 'hour' },
  '7d': { stepMs: 6 * HOUR_MS, steps: 28, span: 'hour' },
  '30d': { stepMs: 24 * HOUR_MS, steps: 30, span: 'hour' },
} as const;

/** A time until now that is looked at. */
export type Window = keyof typeof WINDOWS;

/** A step of a window, by its beginning. */
interface UsagePoint extends UsageCounts {
  readonly at: Date;
}

export interface Overview extends UsageCounts {
  readonly at: Date;
  readonly window: Window;
  readonly latency: { readonly p50: number | null; readonly p90: number | null; readonly p99: number | null };
  readonly queued: number;
  readonly generating: number;
  /** Every step of the window, the first one first. */
  readonly series: readonly UsagePoint[];
}

/** Reads the figures of an owner in a window that ends at `now`. */
export function readOverview(
  database: Database,
  { ownerId, mode }: { readonly ownerId: string; readonly mode?: Mode | undefined },
  time: { readonly window: Window; readonly now: Date },
): Promise<Overview> {
  const modes = listModes(mode);
  return readFigures(database, time, {
    sampledAt: sql`${time.now.toISOString()}::timestamptz`,
    unfinished: sql`SELECT starts_at, queued, generating, credits FROM unfinished_tasks(${ownerId}, ${modes}::text[])`,
    ended: sql`usage_steps`,
    ofFilter: sql`owner_id = ${ownerId} AND mode = ANY (${modes}::text[])`,
  });
}

/** Inserted with its table. */
const SAMPLE = sql`(SELECT * FROM service_sample) AS sample`;

/** Whether the sample is old enough for another one; `sample_service` checks the same. */
const IS_DUE = sql`now() > sampled_at + 20 * took`;

/**
 * Reads the figures of all owners together, as they were at the last sample. If another one is due, it is taken first, unless
 * it takes so long that only workers take it.
 */
export async function readServiceOverview(
  database: Database,
  { window, mode }: { readonly window: Window; readonly mode?: Mode | undefined },
): Promise<Overview> {
  const { rows } = await database.execute<{ due: boolean }>(sql`
    SELECT ${IS_DUE} AND took < interval '1 second' AS due FROM ${SAMPLE}`);
  if (rows[0]?.due === true) await sampleService(database);
  const modes = listModes(mode);
  return readFigures(
    database,
    { window, now: new Date() },
    {
      sampledAt: sql`(SELECT sampled_at FROM ${SAMPLE})`,
      unfinished: sql`
      SELECT starts_at, queued, generating, credits
      FROM ${SAMPLE} CROSS JOIN LATERAL jsonb_to_recordset(unfinished)
        AS task (mode text, starts_at timestamptz, queued integer, generating integer, credits bigint)
      WHERE mode = ANY (${modes}::text[])`,
      ended: sql`service_steps`,
      ofFilter: sql`mode = ANY (${modes}::text[])`,
    },
  );
}

/** Samples the figures of all owners together; does nothing while the last sample is young, or another process takes one. */
export async function sampleService(database: Database): Promise<void> {
  await database.execute(sql`SELECT sample_service()`);
}

/**
 * Samples as `sampleService`, and waits for the answer for any time: while millions of tasks wait, a sample may take longer than
 * other statements may.
 */
export async function sampleServicePatiently(
  database: Database,
  connect: () => DatabaseConnection,
): Promise<void> {
  const { rows } = await database.execute<{ due: boolean }>(sql`SELECT ${IS_DUE} AS due FROM ${SAMPLE}`);
  if (rows[0]?.due !== true) return;
  const patient = connect();
  try {
    await patient.database.transaction(async (transaction) => {
      // Also against a timeout of the role, which holds for the connection.
      await transaction.execute(sql`SET LOCAL statement_timeout = 0`);
      await sampleService(transaction);
    });
  } finally {
    await patient.close();
  }
}

/** Sources of figures. */
interface Sources {
  readonly sampledAt: SQL;
  /** Query for tasks that have not ended, by the time of their acceptance. */
  readonly unfinished: SQL;
  /** Table of the tasks that have ended, and a condition for its rows. */
  readonly ended: SQL;
  readonly ofFilter: SQL;
}

type FiguresRow = Pick<Overview, 'queued' | 'generating'> & {
  readonly sampledAt: string;
  readonly points: readonly (UsageCounts & { readonly at: number })[];
  readonly buckets: readonly number[];
};

/** Reads everything with one statement, so that a task that changes meanwhile is counted once. */
async function readFigures(
  database: Database,
  { window, now }: { readonly window: Window; readonly now: Date },
  { sampledAt, unfinished, ended, ofFilter }: Sources,
): Promise<Overview> {
  const { stepMs, steps, span } = WINDOWS[window];
  const to = (Math.floor(now.getTime() / stepMs) + 1) * stepMs;
  const from = to - steps * stepMs;
  const start = sql`${new Date(from).toISOString()}::timestamptz`;
  const within = sql`starts_at >= ${start} AND starts_at < ${new Date(to).toISOString()}::timestamptz`;
  const { rows } = await database.execute<FiguresRow & Record<string, unknown>>(sql`
    WITH unfinished AS MATERIALIZED (${unfinished}), ended AS MATERIALIZED (
      SELECT starts_at, completed, failed, credits, latencies FROM ${ended}
      WHERE span = ${span} AND ${within} AND ${ofFilter}
    ), point AS (
      SELECT date_bin(${stepMs} * interval '1 millisecond', starts_at, ${start}) AS at, completed, failed,
        0 AS unfinished, credits
      FROM ended
      UNION ALL
      SELECT date_bin(${stepMs} * interval '1 millisecond', starts_at, ${start}), 0, 0, queued + generating, credits
      FROM unfinished WHERE ${within}
    ), series AS (
      SELECT extract(epoch FROM at) * 1000 AS at, sum(completed + failed + unfinished) AS tasks, sum(completed) AS completed,
        sum(failed) AS failed, sum(credits) AS credits
      FROM point GROUP BY at
    ), latency AS (
      SELECT bucket, sum(latency.count) AS count
      FROM ended, unnest(latencies) WITH ORDINALITY AS latency (count, bucket) GROUP BY bucket
    )
    SELECT ${sampledAt} AS "sampledAt",
      (SELECT coalesce(sum(queued), 0)::int FROM unfinished) AS queued,
      (SELECT coalesce(sum(generating), 0)::int FROM unfinished) AS generating,
      (SELECT coalesce(json_agg(series), '[]') FROM series) AS points,
      (SELECT coalesce(json_agg(count ORDER BY bucket), '[]') FROM latency) AS buckets`);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without FROM returned no row.');
  const { points, buckets, queued, generating } = row;
  const byTime = new Map(points.map((point) => [point.at, point]));
  const series = Array.from({ length: steps }, (_, index) => {
    const at = from + index * stepMs;
    const { tasks, completed, failed, credits } = byTime.get(at) ?? NOTHING;
    return { at: new Date(at), tasks, completed, failed, credits };
  });
  const percentile = (percent: number) => estimateLatency(buckets, percent);
  const latency = { p50: percentile(50), p90: percentile(90), p99: percentile(99) };
  return { at: new Date(row.sampledAt), window, ...sumUsage(series), latency, queued, generating, series };
}

const NOTHING: UsageCounts = { tasks: 0, completed: 0, failed: 0, credits: 0 };

function sumUsage(series: readonly UsageCounts[]): UsageCounts {
  const sum = (name: keyof UsageCounts) => series.reduce((total, point) => total + point[name], 0);
  return { tasks: sum('tasks'), completed: sum('completed'), failed: sum('failed'), credits: sum('credits') };
}
