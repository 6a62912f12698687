/** Changes of existing keys, each in one transaction with its audit event. */
import type { KeyObject } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import type { Database } from '../db/database.ts';
import { apiKeys } from '../db/tables.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import { createKey } from './keys.queries.ts';

const HOUR_MS = 3_600_000;

interface KeyOfOwner {
  readonly ownerId: string;
  readonly id: string;
  readonly actor: Actor;
}

/** Renames a key; false if the owner has no such key. */
export async function renameKey(
  database: Database,
  { ownerId, id, name, actor }: KeyOfOwner & { readonly name: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const renamed = await transaction
      .update(apiKeys)
      .set({ name })
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId)))
      .returning({ id: apiKeys.id });
    if (renamed.length === 0) return false;
    await recordAudit(transaction, actor, { action: 'key.rename', ownerId, target: id, detail: { name } });
    return true;
  });
}

/** A key to be replaced. */
export interface KeyRollRequest extends KeyOfOwner {
  /** Time in which the old key still works. */
  readonly graceHours: number;
  /** Hashes keys. */
  readonly secret: KeyObject;
}

/**
 * Replaces a key by a new one with the same name, mode, scopes and lifetime. The row of the old key is locked, so that
 * it is replaced once, and its expiry never moves to a later time.
 * @throws {AuthError} if the owner has reached the limit of keys
 */
export async function rollKey(
  database: Database,
  { ownerId, id, graceHours, secret, actor }: KeyRollRequest,
): Promise<{ readonly id: string; readonly key: string } | 'not-found' | 'not-active' | 'replaced'> {
  return database.transaction(async (transaction) => {
    // Before its key, in the order of all transactions that lock both.
    await lockOwner(transaction, ownerId);
    const [old] = await transaction
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId)))
      .for('no key update');
    if (old === undefined) return 'not-found';
    if (old.replacedBy !== null) return 'replaced';
    const now = Date.now();
    if (old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt.getTime() <= now)) {
      return 'not-active';
    }
    const graceEnd = now + graceHours * HOUR_MS;
    const expiresAt = new Date(Math.min(graceEnd, old.expiresAt?.getTime() ?? graceEnd));
    const { mode, scopes, name } = old;
    const request = { ownerId, mode, scopes, name, secret, actor };
    const lifetimeMs = old.expiresAt === null ? undefined : old.expiresAt.getTime() - old.createdAt.getTime();
    const created = await createKey(transaction, {
      ...request,
      ...(lifetimeMs !== undefined && { expiresAt: new Date(now + lifetimeMs) }),
    });
    await transaction.update(apiKeys).set({ expiresAt, replacedBy: created.id }).where(eq(apiKeys.id, id));
    const detail = { new_key: created.id, expires_at: expiresAt.toISOString() };
    await recordAudit(transaction, actor, { action: 'key.roll', ownerId, target: id, detail });
    return created;
  });
}
