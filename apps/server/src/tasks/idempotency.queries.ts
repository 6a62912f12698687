import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKeys, type Mode } from '../db/tables.ts';

export interface IdempotencyClaim {
  readonly ownerId: string;
  readonly mode: Mode;
  readonly key: string;
  readonly bodyHash: Buffer;
  readonly taskId: string;
}

/**
 * Claims an Idempotency-Key for a task within the submission's transaction (OPEN-23). A concurrent
 * duplicate waits here for the first transaction's end and then sees its claim.
 * @returns the earlier claim of the last 24 hours, or undefined when this one holds
 */
export async function claimIdempotencyKey(
  database: Database,
  claim: IdempotencyClaim,
): Promise<Pick<IdempotencyClaim, 'bodyHash' | 'taskId'> | undefined> {
  const { bodyHash, taskId } = claim;
  const [won] = await database
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoUpdate({
      target: [idempotencyKeys.ownerId, idempotencyKeys.mode, idempotencyKeys.key],
      set: { bodyHash, taskId, createdAt: sql`now()` },
      setWhere: lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`),
    })
    .returning({ taskId: idempotencyKeys.taskId });
  if (won !== undefined) return undefined;
  const [earlier] = await database
    .select({ bodyHash: idempotencyKeys.bodyHash, taskId: idempotencyKeys.taskId })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.ownerId, claim.ownerId),
        eq(idempotencyKeys.mode, claim.mode),
        eq(idempotencyKeys.key, claim.key),
      ),
    );
  return earlier;
}

/** Forgets claims older than 24 hours. */
export async function deleteOldIdempotencyKeys(database: Database): Promise<void> {
  await database
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
}
