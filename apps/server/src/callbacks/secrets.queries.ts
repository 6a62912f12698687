import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { owners, retiredCallbackSecrets } from '../db/tables.ts';
import { createCallbackSecret } from './sign.ts';

/** How long a replaced secret goes on signing, so that its owner can change the receiver in between. */
const OVERLAP_HOURS = 24;

/** A secret that was just drawn, and until when the one before signs as well. */
export interface RotatedSecret {
  readonly secret: string;
  readonly previousValidUntil: Date;
}

/** Keys that sign the callbacks of an owner. */
export interface SigningKeys {
  readonly secret: string;
  /** Those that were replaced and still sign, the newest first. */
  readonly retired: readonly { readonly secret: string; readonly expiresAt: Date }[];
  readonly keySeed: Buffer;
}

/** Reads what an owner's callbacks are signed with; undefined when there is no such owner. */
export async function readSigningKeys(database: Database, ownerId: string): Promise<SigningKeys | undefined> {
  const [owner] = await database.select().from(owners).where(eq(owners.id, ownerId));
  if (owner === undefined) return undefined;
  const retired = await database
    .select()
    .from(retiredCallbackSecrets)
    .where(and(eq(retiredCallbackSecrets.ownerId, ownerId), gt(retiredCallbackSecrets.expiresAt, sql`now()`)))
    .orderBy(desc(retiredCallbackSecrets.expiresAt));
  return { secret: owner.callbackSecret, retired, keySeed: owner.callbackKeySeed };
}

/** Reads the same in a transaction; until its end, no other one replaces the secret. */
export async function lockSigningKeys(
  transaction: Database,
  ownerId: string,
): Promise<SigningKeys | undefined> {
  await transaction.select({ id: owners.id }).from(owners).where(eq(owners.id, ownerId)).for('no key update');
  return readSigningKeys(transaction, ownerId);
}

/** Reads the current secret to show it to somebody, and records that in the audit log. */
export async function revealCallbackSecret(
  database: Database,
  ownerId: string,
  actor: Actor,
): Promise<SigningKeys | undefined> {
  return database.transaction(async (transaction) => {
    const keys = await readSigningKeys(transaction, ownerId);
    if (keys === undefined) return undefined;
    await recordAudit(transaction, actor, { action: 'callback-secret.reveal', ownerId });
    return keys;
  });
}

/** Gives an owner a new secret; each secret that it replaces within 24 hours keeps its own overlap. Undefined when there is no such owner. */
export async function rotateCallbackSecret(
  database: Database,
  ownerId: string,
  actor: Actor = COMMAND_LINE,
): Promise<RotatedSecret | undefined> {
  return database.transaction(async (transaction) => {
    const [owner] = await transaction
      .select()
      .from(owners)
      .where(eq(owners.id, ownerId))
      .for('no key update');
    if (owner === undefined) return undefined;
    await transaction
      .delete(retiredCallbackSecrets)
      .where(
        and(eq(retiredCallbackSecrets.ownerId, ownerId), lte(retiredCallbackSecrets.expiresAt, sql`now()`)),
      );
    const [retired] = await transaction
      .insert(retiredCallbackSecrets)
      .values({
        ownerId,
        secret: owner.callbackSecret,
        expiresAt: sql`now() + ${OVERLAP_HOURS} * interval '1 hour'`,
      })
      .returning();
    if (retired === undefined) throw new Error('INSERT INTO retired_callback_secrets returned no row.');
    const secret = createCallbackSecret();
    await transaction.update(owners).set({ callbackSecret: secret }).where(eq(owners.id, ownerId));
    await recordAudit(transaction, actor, { action: 'callback-secret.rotate', ownerId });
    return { secret, previousValidUntil: retired.expiresAt };
  });
}
