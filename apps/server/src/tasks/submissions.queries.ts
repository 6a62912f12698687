import { sql } from 'drizzle-orm';
import type { NewAuditEvent } from '../audit/audit.queries.ts';
import { type Connection, runPrepared } from '../db/batch.ts';
import { type Database, inIndexOrder } from '../db/database.ts';
import type { Task } from '../db/tables.ts';
import type { Round } from '../periodic/repeat.ts';

/** A submission as the database takes it: priced, with its id and seed drawn. */
export type NewTask = Pick<
  Task,
  'id' | 'ownerId' | 'keyId' | 'mode' | 'model' | 'input' | 'seed' | 'callbackUrl' | 'credits'
> & {
  readonly timeoutMs: number;
  /** For its job. */
  readonly traceparent: string | null;
  readonly idempotency: { readonly key: string; readonly bodyHash: Buffer } | undefined;
  /** Event that is stored if the task is accepted; its target is the task. */
  readonly audit: NewAuditEvent | undefined;
};

export interface AcceptedRow {
  readonly outcome: 'accepted' | 'repeated' | 'reused' | 'insufficient' | 'limited';
  readonly taskId: string;
  readonly credits: number;
  /** Credits that the owner had left at this item's turn. */
  readonly available: number;
  /** Seconds until the owner's refunded failures no longer count against its limit; null for an owner without one. */
  readonly retryAfter: number | null;
}

const OUTCOME = `outcome, task_id AS "taskId", credits, available::float8 AS available, retry_after AS "retryAfter"`;
/** One statement is one transaction and one round trip: the function stores tasks, reservations, claims and jobs. */
const ACCEPT_SUBMISSIONS = {
  name: 'accept-submissions',
  text: `SELECT ${OUTCOME} FROM accept_submissions($1) ORDER BY position`,
};
/** Accepts a batch with submissions of the console. Without any, it would take 4 % longer than the statement above. */
const ACCEPT_WITH_EVENTS = {
  name: 'accept-submissions-with-events',
  text: `WITH result AS MATERIALIZED (SELECT * FROM accept_submissions($1)), logged AS (
      INSERT INTO audit_events (actor_kind, actor_id, actor_email, ip, user_agent, action, owner_id, target, detail)
      SELECT event.* FROM jsonb_to_recordset($2) AS event ("actorKind" text, "actorId" text, "actorEmail" text, ip text,
        "userAgent" text, action text, "ownerId" text, target text, detail jsonb)
      WHERE target IN (SELECT task_id FROM result WHERE outcome = 'accepted')
    )
    SELECT ${OUTCOME} FROM result ORDER BY position`,
};

/** Stores the tasks that can be paid, with their reservations, claims, jobs and events; answers in the order given. */
export async function acceptSubmissions(
  connection: Connection,
  tasks: readonly NewTask[],
): Promise<AcceptedRow[]> {
  const events = tasks.flatMap(({ audit }) => audit ?? []);
  const items = tasks.map(
    ({ ownerId, keyId, callbackUrl, credits, timeoutMs, idempotency, audit: _, ...task }) => ({
      ...task,
      owner_id: ownerId,
      key_id: keyId,
      callback_url: callbackUrl,
      price: credits,
      timeout_ms: timeoutMs,
      idempotency_key: idempotency?.key,
      body_hash: idempotency?.bodyHash.toString('hex'),
    }),
  );
  const values = [JSON.stringify(items)];
  return events.length === 0
    ? runPrepared<AcceptedRow>(connection, ACCEPT_SUBMISSIONS, values)
    : runPrepared<AcceptedRow>(connection, ACCEPT_WITH_EVENTS, [...values, JSON.stringify(events)]);
}

/** Claims of one statement: some 50 ms, far below the limit of a statement. */
const CLAIM_BATCH = 10_000;

/** Deletes claims older than 24 hours, batch by batch from the oldest on. Returns how many it deleted. */
export async function deleteOldIdempotencyKeys(database: Database, round: Round): Promise<number> {
  let deleted = 0;
  let after = '-infinity';
  for (;;) {
    // Each batch begins where the one before it ended: from the first entry on, it would pass all that are dead by now.
    const statement = sql`
      WITH old AS MATERIALIZED (
        SELECT ctid AS place, created_at FROM idempotency_keys
        WHERE created_at >= ${after}::timestamptz AND created_at < now() - interval '24 hours'
        ORDER BY created_at LIMIT ${CLAIM_BATCH} FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(SELECT place FROM old))
      )
      SELECT count(*)::int AS count, max(created_at)::text AS last FROM old`;
    const { rows } = await inIndexOrder(database, (transaction) =>
      transaction.execute<{ count: number; last: string | null }>(statement),
    );
    const { count, last } = rows[0] ?? { count: 0, last: null };
    deleted += count;
    if (count < CLAIM_BATCH || last === null || round.isOver) return deleted;
    after = last;
  }
}
