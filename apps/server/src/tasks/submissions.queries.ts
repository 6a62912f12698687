import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Queue, QueueName } from '../db/queue.ts';
import { type Connection, runPrepared, type Statement } from '../db/statement.ts';
import type { Mode, Task } from '../db/tables.ts';

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
  readonly outcome: 'accepted' | 'repeated' | 'reused' | 'insufficient';
  readonly taskId: string;
  readonly credits: number;
  /** Credits that the owner had left at this item's turn. */
  readonly available: number;
}

/** Test tasks have a queue of their own: a sandbox answer never waits behind a real rendering. */
export function queueOf(mode: Mode): QueueName {
  return mode === 'live' ? 'generate-live' : 'generate-test';
}

/** Makes the statement of `acceptSubmissions`: tasks and jobs are one transaction, and one round trip. */
export function acceptStatement(queue: Pick<Queue, 'enqueueSql'>): Statement {
  const enqueue = (mode: Mode) =>
    queue.enqueueSql(
      queueOf(mode),
      `(SELECT coalesce(json_agg(json_build_object('groupId', item->>'owner_id', 'data',
          json_build_object('taskId', task_id, 'traceparent', item->>'traceparent')) ORDER BY position), '[]')::text
        FROM answered WHERE outcome = 'accepted' AND item->>'mode' = '${mode}')`,
    );
  return {
    name: 'accept-submissions',
    text: `WITH answered AS MATERIALIZED (
        SELECT answer.*, $1::jsonb -> (position - 1)::integer AS item FROM accept_submissions($1::jsonb) AS answer
      ), live_jobs AS (${enqueue('live')}), test_jobs AS (${enqueue('test')})
      SELECT outcome, task_id AS "taskId", credits, available::float8 AS available FROM answered ORDER BY position`,
  };
}

/** Stores the tasks that can be paid, with their reservations, claims and jobs; answers in the order given. */
export async function acceptSubmissions(
  connection: Connection,
  statement: Statement,
  tasks: readonly NewTask[],
): Promise<AcceptedRow[]> {
  const items = tasks.map(({ ownerId, keyId, callbackUrl, credits, timeoutMs, idempotency, ...task }) => ({
    ...task,
    ...{ owner_id: ownerId, key_id: keyId, callback_url: callbackUrl, price: credits, timeout_ms: timeoutMs },
    ...{ idempotency_key: idempotency?.key, body_hash: idempotency?.bodyHash.toString('hex') },
  }));
  return runPrepared<AcceptedRow>(connection, statement, [JSON.stringify(items)]);
}

/** Forgets claims older than 24 hours. */
export async function deleteOldIdempotencyKeys(database: Database): Promise<void> {
  await database.execute(sql`
    DELETE FROM idempotency_keys WHERE (owner_id, mode, key) IN (
      SELECT owner_id, mode, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
      ORDER BY owner_id, mode, key FOR UPDATE SKIP LOCKED)`);
}
