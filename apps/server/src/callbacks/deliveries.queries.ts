import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
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

/** A redelivery, and how long after its creation a delivery can be sent again. */
export interface RoundRequest {
  readonly id: string;
  readonly retentionMs: number;
  readonly actor?: Actor;
}

/** Result of a request for a redelivery: whether it has started, or why not. */
export type RoundOutcome =
  | { readonly kind: 'started' | 'pending' | 'not-found' }
  | { readonly kind: 'too-old'; readonly lastMoment: Date };

/**
 * Starts a new round of attempts with the same id and bytes, due at once, unless one is still under way. An old delivery has
 * no more rounds: each would keep it for another retention, and the month of its task with it.
 */
export async function startRound(
  database: Database,
  { id, retentionMs, actor = COMMAND_LINE }: RoundRequest,
): Promise<RoundOutcome> {
  return database.transaction(async (transaction) => {
    const { ownerId, status, createdAt } = deliveries;
    const [found] = await transaction
      .select({
        ownerId,
        status,
        createdAt,
        ageMs: sql`extract(epoch FROM now() - ${createdAt}) * 1000`.mapWith(Number),
      })
      .from(deliveries)
      .where(eq(deliveries.id, id))
      .for('update');
    if (found === undefined) return { kind: 'not-found' };
    if (found.status === 'pending') return { kind: 'pending' };
    if (found.ageMs >= retentionMs) {
      return { kind: 'too-old', lastMoment: new Date(found.createdAt.getTime() + retentionMs) };
    }
    await transaction
      .update(deliveries)
      .set({ status: 'pending', earlierAttempts: sql`${deliveries.attempts}`, dueAt: sql`now()` })
      .where(eq(deliveries.id, id));
    const event = { action: 'delivery.redeliver', ownerId: found.ownerId, target: id } as const;
    await recordAudit(transaction, actor, event);
    return { kind: 'started' };
  });
}

/** Describes why a delivery is not sent again. */
export function describeRefusedRound(id: string, outcome: RoundOutcome): string {
  return outcome.kind === 'too-old'
    ? `Delivery ${id} could be sent again until ${outcome.lastMoment.toISOString()}.`
    : `Delivery ${id} is still pending. Wait until its attempts have ended.`;
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
