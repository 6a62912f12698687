import { and, eq, sql } from 'drizzle-orm';
import { batched, type Connection, runPrepared } from '../db/batch.ts';
import { type Database, withoutIndex } from '../db/database.ts';
import { isItemError } from '../db/errors.ts';
import { type Delivery, type DeliveryAttempt, type DeliveryStatus, deliveries } from '../db/tables.ts';
import { createId } from '../id.ts';
import type { DueDelivery } from './share-slots.ts';

/** Characters of a host that the database stores; longer ones were accepted by an earlier version and are never called. */
const MAX_HOST_LENGTH = 253;

/** Records callbacks and their bytes, due at once, in the transaction that ends their tasks. */
export async function recordDeliveries(
  database: Database,
  recorded: readonly Pick<Delivery, 'taskId' | 'ownerId' | 'url' | 'body' | 'traceparent'>[],
): Promise<void> {
  if (recorded.length === 0) return;
  await database.insert(deliveries).values(
    recorded.map((delivery) => ({
      ...delivery,
      id: createId('msg'),
      host: new URL(delivery.url).hostname.slice(0, MAX_HOST_LENGTH),
    })),
  );
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

/** How far a search for due deliveries looks. */
export interface DueSearch {
  /** Maximum deliveries of one owner, the longest due first. */
  readonly perOwner: number;
  /** Maximum deliveries to one host: one that hangs hides no others. */
  readonly perHost: number;
  readonly limit: number;
}

const FIND_DUE_DELIVERIES = `WITH RECURSIVE waiting (owner_id) AS (
    SELECT min(owner_id) FROM deliveries WHERE status = 'pending'
    UNION ALL
    SELECT (SELECT min(owner_id) FROM deliveries WHERE status = 'pending' AND owner_id > waiting.owner_id)
    FROM waiting WHERE waiting.owner_id IS NOT NULL
  ), due AS (
    SELECT first.*, row_number() OVER (PARTITION BY host ORDER BY turn, due_at) AS turn_of_host
    FROM waiting CROSS JOIN LATERAL (
      SELECT id, owner_id, host, due_at, row_number() OVER (ORDER BY due_at) AS turn FROM deliveries
      WHERE status = 'pending' AND owner_id = waiting.owner_id AND due_at <= now()
      ORDER BY due_at LIMIT $1
    ) AS first
  )
  SELECT id, owner_id AS "ownerId", host, extract(epoch FROM now() - due_at)::float8 AS "waitedSeconds"
  FROM due WHERE turn_of_host <= $2 ORDER BY turn, due_at LIMIT $3`;

/**
 * Finds due deliveries of every owner, the first of each before the second of any. It steps from owner to owner over
 * the index, so that a backlog of one owner, however long, costs the others nothing.
 */
export async function findDueDeliveries(
  connection: Connection,
  { perOwner, perHost, limit }: DueSearch,
): Promise<DueDelivery[]> {
  const { rows } = await connection.query<DueDelivery>(FIND_DUE_DELIVERIES, [perOwner, perHost, limit]);
  return rows;
}

const CLAIM_DELIVERIES = {
  name: 'claim-deliveries',
  // By ids alone: statistics of a queue are always of another time, and any other condition or join could make a plan
  // read all that waits, or all that was sent since a snapshot that someone holds.
  text: `WITH chosen AS MATERIALIZED (
      SELECT id, status, due_at FROM deliveries WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE SKIP LOCKED
    )
    UPDATE deliveries SET due_at = now() + $2 * interval '1 millisecond'
    FROM owners
    WHERE deliveries.id = ANY (ARRAY(SELECT id FROM chosen WHERE status = 'pending' AND due_at <= now()))
      AND owners.id = deliveries.owner_id
    RETURNING deliveries.id, task_id AS "taskId", owner_id AS "ownerId", url, host, body, traceparent,
      attempts + 1 AS attempt, earlier_attempts AS "earlierAttempts", owners.callback_key_seed AS "keySeed",
      ARRAY[owners.callback_secret] || ARRAY(
        SELECT secret FROM retired_callback_secrets AS retired
        WHERE retired.owner_id = owners.id AND retired.expires_at > now() ORDER BY retired.expires_at DESC
      ) AS secrets`,
};

/**
 * Claims those of the given deliveries that are still due and that nobody else is claiming. A claim holds for
 * `leaseMs`: what is not settled or handed back by then is due again.
 */
export async function claimDeliveries(
  connection: Connection,
  ids: readonly string[],
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  return runPrepared<ClaimedDelivery>(connection, CLAIM_DELIVERIES, [[...ids], leaseMs]);
}

/** Result of an attempt; `delayMs` is the wait of a pending delivery until the next one. */
export interface AttemptResult extends Omit<DeliveryAttempt, 'startedAt'> {
  readonly startedAt: Date;
  readonly status: DeliveryStatus;
  readonly delayMs: number;
}

/**
 * Logs an attempt and settles or reschedules its delivery. False when that attempt was logged before, by a process whose
 * claim had run out: then nothing changes.
 */
export type RecordAttempt = (result: AttemptResult) => Promise<boolean>;

const RECORD_ATTEMPTS = {
  name: 'record-attempts',
  text: `WITH result AS MATERIALIZED (
      SELECT DISTINCT ON (delivery_id, number) * FROM unnest(
        $1::text[], $2::integer[], $3::timestamptz[], $4::integer[], $5::integer[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::float8[]
      ) WITH ORDINALITY AS result (delivery_id, number, started_at, latency_ms, http_status, error_class, problem,
        excerpt, status, delay_ms, position)
      ORDER BY delivery_id, number, position
    ), logged AS (
      INSERT INTO delivery_attempts
        (delivery_id, number, started_at, latency_ms, http_status, error_class, problem, excerpt)
      SELECT delivery_id, number, started_at, latency_ms, http_status, error_class, problem, excerpt FROM result
      ON CONFLICT DO NOTHING RETURNING delivery_id, number
    ), settled AS (
      UPDATE deliveries SET status = result.status, attempts = result.number,
        due_at = now() + result.delay_ms * interval '1 millisecond'
      FROM result JOIN logged USING (delivery_id, number) WHERE deliveries.id = result.delivery_id
      RETURNING result.position
    )
    SELECT position FROM settled`,
};

/** Enough to settle all that a worker sends while a statement is under way. */
const RECORD_BATCHES = { concurrency: 2, size: 128, isItemError };

/** Creates the log of one process: attempts that end together share a statement. */
export function createRecordAttempt(connection: Connection): RecordAttempt {
  return batched(async (results: readonly AttemptResult[]) => {
    const column = <TName extends keyof AttemptResult>(name: TName) => results.map((result) => result[name]);
    const rows = await runPrepared<{ readonly position: string }>(connection, RECORD_ATTEMPTS, [
      column('deliveryId'),
      column('number'),
      column('startedAt'),
      column('latencyMs'),
      column('httpStatus'),
      column('errorClass'),
      column('problem'),
      column('excerpt'),
      column('status'),
      column('delayMs'),
    ]);
    const settled = new Set(rows.map(({ position }) => Number(position)));
    return results.map((_, index) => settled.has(index + 1));
  }, RECORD_BATCHES);
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
      and(
        eq(deliveries.id, id),
        withoutIndex(eq(deliveries.status, 'pending')),
        eq(deliveries.attempts, attempt - 1),
      ),
    );
}
