import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Delivery, deliveries, deliveryAttempts, owners, tasks } from '../db/tables.ts';

/** Stores a callback's bytes in the settlement's transaction. */
export async function insertDelivery(
  database: Database,
  delivery: Pick<Delivery, 'id' | 'taskId' | 'url' | 'body'>,
): Promise<void> {
  await database.insert(deliveries).values(delivery);
}

/** A delivery with what signing it needs, and the number of attempts that were made. */
export interface PendingDelivery extends Delivery {
  readonly callbackSecret: string;
  readonly attempts: number;
}

/** Finds a delivery that still has to be made. */
export async function findPendingDelivery(
  database: Database,
  id: string,
): Promise<PendingDelivery | undefined> {
  const [row] = await database
    .select({
      delivery: deliveries,
      callbackSecret: owners.callbackSecret,
      attempts: sql<number>`(SELECT count(*)::int FROM ${deliveryAttempts} WHERE ${deliveryAttempts.deliveryId} = ${deliveries.id})`,
    })
    .from(deliveries)
    .innerJoin(tasks, eq(tasks.id, deliveries.taskId))
    .innerJoin(owners, eq(owners.id, tasks.ownerId))
    .where(and(eq(deliveries.id, id), eq(deliveries.status, 'pending')));
  return row && { ...row.delivery, callbackSecret: row.callbackSecret, attempts: row.attempts };
}

/** Logs an attempt; false when that number was logged before, by a run of the same job. */
export async function insertAttempt(
  database: Database,
  attempt: typeof deliveryAttempts.$inferInsert,
): Promise<boolean> {
  const inserted = await database
    .insert(deliveryAttempts)
    .values(attempt)
    .onConflictDoNothing()
    .returning({ number: deliveryAttempts.number });
  return inserted.length > 0;
}

export async function setDeliveryStatus(
  database: Database,
  id: string,
  status: 'delivered' | 'failed',
): Promise<void> {
  await database.update(deliveries).set({ status }).where(eq(deliveries.id, id));
}
