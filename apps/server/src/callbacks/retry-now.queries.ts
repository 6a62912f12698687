import { and, eq, gt, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { type Database, withoutIndex } from '../db/database.ts';
import { deliveries } from '../db/tables.ts';

/** A delivery to attempt now. */
export interface RetryRequest {
  readonly ownerId: string;
  readonly id: string;
  /** Duration of a claim: a delivery that is due sooner is due anyway, or an attempt is in progress. */
  readonly leaseMs: number;
  readonly actor: Actor;
}

/** Makes the next attempt of a pending delivery due now; false if none is scheduled beyond the duration of a claim. */
export async function retryNow(
  database: Database,
  { ownerId, id, leaseMs, actor }: RetryRequest,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const moved = await transaction
      .update(deliveries)
      .set({ dueAt: sql`now()` })
      .where(
        and(
          eq(deliveries.id, id),
          eq(deliveries.ownerId, ownerId),
          withoutIndex(eq(deliveries.status, 'pending')),
          gt(deliveries.dueAt, sql`now() + ${leaseMs} * interval '1 millisecond'`),
        ),
      )
      .returning({ id: deliveries.id });
    if (moved.length === 0) return false;
    await recordAudit(transaction, actor, { action: 'delivery.retry', ownerId, target: id });
    return true;
  });
}
