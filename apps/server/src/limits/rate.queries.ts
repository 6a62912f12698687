import { type SQL, sql } from 'drizzle-orm';
import { batched, LOOKUP_BATCHES } from '../db/batch.ts';
import { type Database, inIndexOrder } from '../db/database.ts';
import type { Round } from '../periodic/repeat.ts';

/** Result of one request against its window of 60 seconds. */
export interface RateDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds, at least 1, until the oldest request leaves the window. */
  readonly resetSeconds: number;
}

/** Whether the limit of all keys of an owner and mode lets a request pass. */
export interface OwnerDecision {
  readonly allowed: boolean;
  /** Whole seconds, at least 1, until the next request passes. */
  readonly resetSeconds: number;
}

/** Windows that one statement looks at: some 20 ms, far below the limit of a statement. */
const WINDOW_BATCH = 10_000;

/** Deletes windows that no request has touched for two minutes. Returns how many it deleted. */
export async function deleteOldRateWindows(database: Database, round: Round): Promise<number> {
  await database.execute(sql`DELETE FROM lease_holders WHERE seen_at < now() - interval '2 minutes'`);
  let deleted = 0;
  let after = '';
  for (;;) {
    // By the primary key: an index on the time would be written to by every request, and end the HOT updates. A window
    // that a request holds is passed by, so that nothing here waits for a lock.
    const statement = sql`
      WITH page AS MATERIALIZED (
        SELECT ctid AS place, bucket, touched_at FROM rate_windows
        WHERE bucket > ${after} ORDER BY bucket LIMIT ${WINDOW_BATCH}
      ), old AS MATERIALIZED (
        SELECT ctid AS place FROM rate_windows
        WHERE ctid = ANY (ARRAY(SELECT place FROM page WHERE touched_at < now() - interval '2 minutes'))
          AND touched_at < now() - interval '2 minutes' FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM rate_windows WHERE ctid = ANY (ARRAY(SELECT place FROM old)) RETURNING bucket, touched_at
      ), used AS (
        -- A key's own row is written here alone: a request that wrote it would pay for it, and wait for others.
        UPDATE api_keys SET last_used_at = greatest(last_used_at, latest.touched_at)
        FROM (
          SELECT split_part(bucket, ':', 2) AS key_id, max(touched_at) AS touched_at FROM gone
          WHERE bucket LIKE 'create:%' OR bucket LIKE 'status:%' GROUP BY 1
        ) AS latest
        WHERE api_keys.id = latest.key_id
      )
      SELECT (SELECT count(*)::int FROM old) AS deleted, count(*)::int AS seen, max(bucket) AS last FROM page`;
    const { rows } = await inIndexOrder(database, (transaction) =>
      transaction.execute<{ deleted: number; seen: number; last: string | null }>(statement),
    );
    const page = rows[0] ?? { deleted: 0, seen: 0, last: null };
    deleted += page.deleted;
    if (page.seen < WINDOW_BATCH || page.last === null || round.isOver) return deleted;
    after = page.last;
  }
}

/** A limit of requests within 60 seconds, counted under the name of its bucket. */
export interface RateBucket {
  readonly bucket: string;
  readonly quota: number;
}

/** How long a request that a limit refuses has to wait. */
export interface RateRefusal {
  readonly retryAfterSeconds: number;
}

/** Counts a request against several limits at once; gives the one that refuses for longest, undefined when all pass. */
export type TakeRates = (buckets: readonly RateBucket[]) => Promise<RateRefusal | undefined>;

/** The first limit of a request names the person or the network that sends it. */
const RATE_BATCHES = {
  ...LOOKUP_BATCHES,
  findOwner: ([first]: readonly RateBucket[]) => first?.bucket ?? '',
};

/** Creates the counts of a process. Requests that arrive together share a statement: a flood of them takes few connections. */
export function createTakeRates(database: Database): TakeRates {
  return batched((requests) => takeAll(database, sql`take_rates`, requests), RATE_BATCHES);
}

/** Does the same with limits that hold on average. They are for quotas of thousands, whose windows take long to write. */
export function createTakeAllowances(database: Database): TakeRates {
  return batched((requests) => takeAll(database, sql`take_allowances`, requests), RATE_BATCHES);
}

async function takeAll(
  database: Database,
  take: SQL,
  requests: readonly (readonly RateBucket[])[],
): Promise<(RateRefusal | undefined)[]> {
  const buckets = requests.flat();
  const { rows } = await database.execute<{ allowed: boolean; reset_seconds: number }>(sql`
    SELECT allowed, reset_seconds FROM ${take}(
      ${sql.param(buckets.map(({ bucket }) => bucket))}::text[],
      ${sql.param(buckets.map(({ quota }) => quota))}::integer[]) ORDER BY "position"`);
  let start = 0;
  return requests.map(({ length }) => {
    const decisions = rows.slice(start, start + length);
    start += length;
    const waits = decisions.filter(({ allowed }) => !allowed).map(({ reset_seconds }) => reset_seconds);
    return waits.length === 0 ? undefined : { retryAfterSeconds: Math.max(...waits) };
  });
}
