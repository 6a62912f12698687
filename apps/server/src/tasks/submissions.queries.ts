import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Connection, runPrepared } from '../db/statement.ts';
import type { Task } from '../db/tables.ts';

/** A submission as the database takes it: priced, with its id and seed drawn. */
export type NewTask = Pick<
  Task,
  'id' | 'ownerId' | 'keyId' | 'mode' | 'model' | 'input' | 'seed' | 'callbackUrl' | 'credits'
> & {
  readonly timeoutMs: number;
  /** For its job. */
  readonly traceparent: string | null;
  readonly idempotency: { readonly key: string; readonly bodyHash: Buffer } | undefined;
};

export interface AcceptedRow {
  readonly outcome: 'accepted' | 'repeated' | 'reused' | 'insufficient' | 'limited';
  readonly taskId: string;
  readonly credits: number;
  /** Credits that the owner had left at this item's turn. */
  readonly available: number;
  /** Seconds after which the owner's refunded failures no longer stand against it, when it is limited. */
  readonly retryAfter: number | null;
}

/** One statement is one transaction and one round trip: the function stores tasks, reservations, claims and jobs. */
const ACCEPT_SUBMISSIONS = {
  name: 'accept-submissions',
  text: `SELECT outcome, task_id AS "taskId", credits, available::float8 AS available, retry_after AS "retryAfter"
    FROM accept_submissions($1) ORDER BY position`,
};

/** Stores the tasks that can be paid, with their reservations, claims and jobs; answers in the order given. */
export async function acceptSubmissions(
  connection: Connection,
  tasks: readonly NewTask[],
): Promise<AcceptedRow[]> {
  const items = tasks.map(({ ownerId, keyId, callbackUrl, credits, timeoutMs, idempotency, ...task }) => ({
    ...task,
    owner_id: ownerId,
    key_id: keyId,
    callback_url: callbackUrl,
    price: credits,
    timeout_ms: timeoutMs,
    idempotency_key: idempotency?.key,
    body_hash: idempotency?.bodyHash.toString('hex'),
  }));
  return runPrepared<AcceptedRow>(connection, ACCEPT_SUBMISSIONS, [JSON.stringify(items)]);
}

/** Forgets claims older than 24 hours. */
export async function deleteOldIdempotencyKeys(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM idempotency_keys WHERE (owner_id, mode, key) IN (
      SELECT owner_id, mode, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
      ORDER BY owner_id, mode, key FOR UPDATE SKIP LOCKED)`);
}
