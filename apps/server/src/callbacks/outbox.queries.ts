import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Delivery, type DeliveryAttempt, deliveries } from '../db/tables.ts';
import type { DeliveryStatus } from './delivery-status.ts';

/** Stores a callback's bytes in the settlement's transaction, due at once. */
export async function insertDelivery(
  database: Database,
  delivery: Pick<Delivery, 'id' | 'taskId' | 'ownerId' | 'url' | 'host' | 'body' | 'traceparent'>,
): Promise<void> {
  await database.insert(deliveries).values(delivery);
}

/** A delivery whose next attempt is this process's to make, with what signing it needs. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly taskId: string;
  readonly ownerId: string;
  readonly url: string;
  readonly host: string;
  readonly body: string;
  /** The trace of the task's generation. */
  readonly traceparent: string | null;
  /** The number of the attempt to make, from 1, over all rounds. */
  readonly attempt: number;
  /** Attempts before the current round. */
  readonly earlierAttempts: number;
  /** The current secret first, then those that a rotation keeps alive. */
  readonly secrets: readonly string[];
  readonly keySeed: Buffer;
}

/** How many deliveries may be under way at once, and how many already are. */
export interface ClaimBounds {
  /** Deliveries to claim at most. */
  readonly limit: number;
  readonly perOwner: number;
  readonly perHost: number;
  /** Deliveries under way by owner and by host. */
  readonly owners: ReadonlyMap<string, number>;
  readonly hosts: ReadonlyMap<string, number>;
}

/**
 * Claims due deliveries, the longest due first, passing over owners and hosts that have their share; a claim
 * answers nothing only when nothing else is due. It holds for `leaseMs`: what is not settled or handed back
 * by then is due again.
 */
export async function claimDeliveries(
  database: Database,
  { limit, perOwner, perHost, owners, hosts }: ClaimBounds,
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await database.execute<ClaimedDelivery & Record<string, unknown>>(sql`
    WITH due AS (
      SELECT id, owner_id, host, due_at FROM deliveries
      WHERE status = 'pending' AND due_at <= now()
        AND owner_id <> ALL (${sql.param(keysAtLeast(owners, perOwner))}::text[])
        AND host <> ALL (${sql.param(keysAtLeast(hosts, perHost))}::text[])
      ORDER BY due_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ), ranked AS (
      SELECT id,
        row_number() OVER (PARTITION BY owner_id ORDER BY due_at, id)
          + coalesce((${JSON.stringify(Object.fromEntries(owners))}::jsonb ->> owner_id)::int, 0) AS of_owner,
        row_number() OVER (PARTITION BY host ORDER BY due_at, id)
          + coalesce((${JSON.stringify(Object.fromEntries(hosts))}::jsonb ->> host)::int, 0) AS of_host
      FROM due
    )
    UPDATE deliveries SET due_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM ranked, owners
    WHERE deliveries.id = ranked.id AND of_owner <= ${perOwner} AND of_host <= ${perHost}
      AND owners.id = deliveries.owner_id
    RETURNING deliveries.id, task_id AS "taskId", owner_id AS "ownerId", url, host, body, traceparent,
      attempts + 1 AS attempt, earlier_attempts AS "earlierAttempts", owners.callback_key_seed AS "keySeed",
      ARRAY[owners.callback_secret] || ARRAY(
        SELECT secret FROM retired_callback_secrets AS retired
        WHERE retired.owner_id = owners.id AND retired.expires_at > now() ORDER BY retired.expires_at DESC
      ) AS secrets`);
  return rows;
}

function keysAtLeast(counts: ReadonlyMap<string, number>, bound: number): string[] {
  return [...counts].filter(([, count]) => count >= bound).map(([key]) => key);
}

/** What follows an attempt; `delayMs` is how long a delivery that stays pending waits for the next one. */
export interface AttemptResult extends Omit<DeliveryAttempt, 'startedAt'> {
  readonly startedAt: Date;
  readonly status: DeliveryStatus;
  readonly delayMs: number;
}

/**
 * Logs an attempt and settles or reschedules its delivery, in one statement. False when that attempt was logged
 * before, by a process whose claim had run out: then nothing changes.
 */
export async function recordAttempt(database: Database, result: AttemptResult): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    WITH logged AS (
      INSERT INTO delivery_attempts
        (delivery_id, number, started_at, latency_ms, http_status, error_class, problem, excerpt)
      VALUES (${result.deliveryId}, ${result.number}, ${result.startedAt.toISOString()}, ${result.latencyMs},
        ${result.httpStatus}, ${result.errorClass}, ${result.problem}, ${result.excerpt})
      ON CONFLICT DO NOTHING RETURNING delivery_id, number
    )
    UPDATE deliveries SET status = ${result.status}, attempts = logged.number,
      due_at = now() + ${result.delayMs} * interval '1 millisecond'
    FROM logged WHERE deliveries.id = logged.delivery_id`);
  return rowCount === 1;
}

/** Makes a claimed delivery due again at once, unless someone else went on with it. */
export async function handBackDelivery(
  database: Database,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
): Promise<void> {
  await database
    .update(deliveries)
    .set({ dueAt: sql`now()` })
    .where(
      and(eq(deliveries.id, id), eq(deliveries.status, 'pending'), eq(deliveries.attempts, attempt - 1)),
    );
}
