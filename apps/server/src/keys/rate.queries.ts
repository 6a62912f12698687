import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/** What one request found in its window of 60 seconds. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the oldest request leaves the window. */
  readonly resetSeconds: number;
}

/** Forgets windows that no request has touched for two minutes. */
export async function deleteOldRateWindows(database: Database): Promise<void> {
  // In the order in which requests lock them, and past those that one holds.
  await database.execute(sql`
    DELETE FROM rate_windows WHERE bucket IN (
      SELECT bucket FROM rate_windows WHERE touched_at < now() - interval '2 minutes'
      ORDER BY bucket FOR UPDATE SKIP LOCKED)`);
}
