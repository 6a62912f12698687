import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  deliveries,
  deliveryAttempts,
} from '../db/tables.ts';

export interface DeliveryFilter {
  readonly ownerId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** Deliveries at most. */
  readonly limit: number;
}

/** Lists deliveries that fit every given condition, the newest first. */
export async function listDeliveries(
  database: Database,
  { ownerId, taskId, status, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  const conditions: SQL[] = [];
  if (ownerId !== undefined) conditions.push(eq(deliveries.ownerId, ownerId));
  if (taskId !== undefined) conditions.push(eq(deliveries.taskId, taskId));
  if (status !== undefined) conditions.push(eq(deliveries.status, status));
  return (
    database
      .select()
      .from(deliveries)
      .where(and(...conditions))
      // Ids sort by creation, and have an index.
      .orderBy(desc(deliveries.id))
      .limit(limit)
  );
}

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const [delivery] = await database.select().from(deliveries).where(eq(deliveries.id, id));
  return delivery;
}

/** A delivery with its attempts, the newest first. */
export interface DeliveryLog {
  readonly delivery: Delivery;
  readonly attempts: readonly DeliveryAttempt[];
}

/** Attempts that a log shows at most; each redelivery adds some. */
const LOGGED_ATTEMPTS = 100;

/** Finds the delivery of an owner's task, with its latest attempts; undefined without one. */
export async function findDeliveryLog(
  database: Database,
  { ownerId, taskId }: Pick<Delivery, 'ownerId' | 'taskId'>,
): Promise<DeliveryLog | undefined> {
  const [delivery] = await database
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.taskId, taskId), eq(deliveries.ownerId, ownerId)));
  if (delivery === undefined) return undefined;
  const attempts = await database
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, delivery.id))
    .orderBy(desc(deliveryAttempts.number))
    .limit(LOGGED_ATTEMPTS);
  return { delivery, attempts };
}

/** Lists the attempts of a delivery over all its rounds, in order. */
export async function listAttempts(database: Database, deliveryId: string): Promise<DeliveryAttempt[]> {
  return database
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId))
    .orderBy(deliveryAttempts.number);
}

/** Starts a new round of attempts with the same id and bytes, due at once; false when one is still under way. */
export async function startRound(
  database: Database,
  id: string,
  actor: Actor = COMMAND_LINE,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [started] = await transaction
      .update(deliveries)
      .set({ status: 'pending', earlierAttempts: sql`${deliveries.attempts}`, dueAt: sql`now()` })
      .where(and(eq(deliveries.id, id), ne(deliveries.status, 'pending')))
      .returning({ ownerId: deliveries.ownerId });
    if (started === undefined) return false;
    await recordAudit(transaction, actor, { action: 'delivery.redeliver', target: id, ...started });
    return true;
  });
}

/** How long what ended is kept, and how many deliveries one statement deletes. */
export interface DeliveryRetention {
  readonly retentionMs: number;
  readonly batchSize?: number;
  /** Ends the work before its next batch. */
  readonly round?: { readonly isOver: boolean };
}

/**
 * Deletes the deliveries that ended longer ago than the retention, with their attempts, and gives their number. In
 * batches: a statement over a long backlog would run into its timeout, each time anew, and delete nothing.
 */
export async function deleteOldDeliveries(
  database: Database,
  { retentionMs, batchSize = 1_000, round }: DeliveryRetention,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await database.execute(sql`
      DELETE FROM deliveries WHERE id = ANY (ARRAY(
        SELECT id FROM deliveries
        WHERE status <> 'pending' AND due_at < now() - ${retentionMs} * interval '1 millisecond'
        ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ))`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize || round?.isOver) return deleted;
  }
}
