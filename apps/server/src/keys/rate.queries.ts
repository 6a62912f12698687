import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** What one request found in its window of 60 seconds. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the oldest request leaves the window. */
  readonly resetSeconds: number;
}

/** One request out of a bucket's quota a minute. */
export interface RateRequest {
  readonly bucket: string;
  readonly quota: number;
}

/** Takes requests out of their buckets' quotas, exact across processes; answers in their order (LIM-1, LIM-2, OPEN-13). */
export async function takeRates(
  database: Database,
  requests: readonly RateRequest[],
): Promise<RateDecision[]> {
  const buckets = sql.param(requests.map((request) => request.bucket));
  const quotas = sql.param(requests.map((request) => request.quota));
  const { rows } = await database.execute<{ allowed: boolean; remaining: number; resetSeconds: number }>(sql`
    SELECT allowed, remaining, reset_seconds AS "resetSeconds" FROM take_rates(${buckets}, ${quotas})
    ORDER BY position`);
  return rows;
}

/** Forgets windows that no request has touched for two minutes. */
export async function deleteOldRateWindows(database: Database): Promise<void> {
  // In the order in which requests lock them, and past those that one holds.
  await database.execute(sql`
    DELETE FROM rate_windows WHERE bucket IN (
      SELECT bucket FROM rate_windows WHERE touched_at < now() - interval '2 minutes'
      ORDER BY bucket FOR UPDATE SKIP LOCKED)`);
}
