/** Suspension of an owner by an operator: its keys are rejected, its data stays. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { owners } from '../db/tables.ts';

/** The message to users of a suspended owner. */
export const SUSPENDED = 'This team is suspended. Contact the operator of the service.';

interface SuspensionChange {
  readonly ownerId: string;
  readonly actor: Actor;
}

/** Suspends an owner from now on; does nothing if it is suspended already. */
export async function suspendOwner(
  database: Database,
  { ownerId, note, actor }: SuspensionChange & { readonly note: string | undefined },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const changed = await transaction
      .update(owners)
      .set({ suspendedAt: sql`now()` })
      .where(and(eq(owners.id, ownerId), isNull(owners.suspendedAt)))
      .returning({ id: owners.id });
    if (changed.length === 0) return;
    await recordAudit(transaction, actor, {
      action: 'owner.suspend',
      ownerId,
      detail: { note: note ?? null },
    });
  });
}

/** Ends the suspension of an owner; does nothing without one. */
export async function resumeOwner(database: Database, { ownerId, actor }: SuspensionChange): Promise<void> {
  await database.transaction(async (transaction) => {
    const changed = await transaction
      .update(owners)
      .set({ suspendedAt: null })
      .where(and(eq(owners.id, ownerId), isNotNull(owners.suspendedAt)))
      .returning({ id: owners.id });
    if (changed.length === 0) return;
    await recordAudit(transaction, actor, { action: 'owner.resume', ownerId });
  });
}

export async function isSuspended(database: Database, ownerId: string): Promise<boolean> {
  return (await database.$count(owners, and(eq(owners.id, ownerId), isNotNull(owners.suspendedAt)))) > 0;
}
