import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
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

export interface AcceptedRow extends Record<string, unknown> {
  readonly outcome: 'accepted' | 'repeated' | 'reused' | 'insufficient';
  readonly taskId: string;
  readonly credits: number;
  /** Credits that the owner had left at this item's turn. */
  readonly available: number;
}

/** Stores the tasks that can be paid, with their reservations and claims; answers in the order given. */
export async function acceptSubmissions(
  database: Database,
  tasks: readonly NewTask[],
): Promise<AcceptedRow[]> {
  const items = tasks.map(({ ownerId, keyId, callbackUrl, credits, timeoutMs, idempotency, ...task }) => ({
    ...task,
    ...{ owner_id: ownerId, key_id: keyId, callback_url: callbackUrl, price: credits, timeout_ms: timeoutMs },
    ...{ idempotency_key: idempotency?.key, body_hash: idempotency?.bodyHash.toString('hex') },
  }));
  const { rows } = await database.execute<AcceptedRow>(sql`
    SELECT outcome, task_id AS "taskId", credits, available::float8 AS available
    FROM accept_submissions(${JSON.stringify(items)}::jsonb) ORDER BY position`);
  return rows;
}

/** Forgets claims older than 24 hours. */
export async function deleteOldIdempotencyKeys(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM idempotency_keys WHERE (owner_id, mode, key) IN (
      SELECT owner_id, mode, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
      ORDER BY owner_id, mode, key FOR UPDATE SKIP LOCKED)`);
}
