import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** What one request found in its window of 60 seconds. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the oldest request leaves the window. */
  readonly resetSeconds: number;
}

/** Takes one request out of a bucket's quota a minute; exact across processes (LIM-1, LIM-2, OPEN-13). */
export async function takeRate(database: Database, bucket: string, quota: number): Promise<RateDecision> {
  const { rows } = await database.execute<{ allowed: boolean; remaining: number; reset_seconds: number }>(
    sql`SELECT allowed, remaining, reset_seconds FROM take_rate(${bucket}, ${quota})`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('take_rate() returned no row.');
  return { allowed: row.allowed, remaining: row.remaining, resetSeconds: row.reset_seconds };
}

/** Forgets windows that no request has touched for two minutes. */
export async function deleteOldRateWindows(database: Database): Promise<void> {
  await database.execute(sql`DELETE FROM rate_windows WHERE touched_at < now() - interval '2 minutes'`);
}
