import type { KeyObject } from 'node:crypto';
import { and, desc, eq, getTableColumns, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import { users } from '../db/console-tables.ts';
import { type Database, inIndexOrder } from '../db/database.ts';
import { type ApiKey, apiKeys, type Mode, type Scope } from '../db/tables.ts';
import { createId } from '../id.ts';
import { AuthError } from '../owners/auth-error.ts';
import { lockOwner } from '../owners/owners.queries.ts';
import { apiKeyHint, createApiKey, hashApiKey } from './api-key.ts';

/** A key to be made; its name and expiry are for people and for the clock. */
export interface KeyRequest {
  readonly ownerId: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  /** Hashes keys. */
  readonly secret: KeyObject;
  readonly name?: string;
  readonly expiresAt?: Date | undefined;
  readonly actor?: Actor;
}

const HOUR_MS = 3_600_000;

/** Limit of an owner's keys that are not revoked. A list shows at most this count, revoked keys last. */
export const MAX_KEYS = 1000;

/**
 * Creates a key; the full key is in the answer and nowhere else (AUT-1).
 * @throws {AuthError} if the owner has reached the limit of keys
 */
export async function createKey(
  database: Database,
  { ownerId, mode, scopes, secret, name = '', expiresAt, actor = COMMAND_LINE }: KeyRequest,
): Promise<{ readonly id: string; readonly key: string }> {
  const key = createApiKey(mode);
  const id = createId('key');
  await database.transaction(async (transaction) => {
    await lockOwner(transaction, ownerId);
    if ((await countKeys(transaction, ownerId)) >= MAX_KEYS) {
      throw new AuthError('conflict', `A team has at most ${MAX_KEYS} keys. Revoke some.`);
    }
    await transaction.insert(apiKeys).values({
      id,
      ownerId,
      mode,
      scopes: [...scopes],
      hash: hashApiKey(key, secret),
      hint: apiKeyHint(key),
      name,
      createdBy: actor.email,
      expiresAt,
    });
    const detail = { name, mode, scopes: [...scopes], expires_at: expiresAt?.toISOString() ?? null };
    await recordAudit(transaction, actor, { action: 'key.create', ownerId, target: id, detail });
  });
  return { id, key };
}

/** Finds the key that is not revoked behind a presented text. */
export async function findKey(database: Database, hash: Buffer): Promise<ApiKey | undefined> {
  const [key] = await database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
  return key;
}

/** Finds the key of an id, unless it is revoked. */
export async function findKeyById(database: Database, id: string): Promise<ApiKey | undefined> {
  const [key] = await database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  return key;
}

/** A revocation: of a key of one owner, or of whichever owner has it. */
export interface Revocation {
  readonly ownerId?: string;
  readonly actor?: Actor;
}

/** Revokes a key permanently; false if the id is unknown. A second call keeps the first time. */
export async function revokeKey(
  database: Database,
  id: string,
  { ownerId, actor = COMMAND_LINE }: Revocation = {},
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [key] = await transaction
      .select({ ownerId: apiKeys.ownerId, revokedAt: apiKeys.revokedAt })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, id), ownerId === undefined ? undefined : eq(apiKeys.ownerId, ownerId)))
      .for('no key update');
    if (key === undefined) return false;
    if (key.revokedAt !== null) return true;
    await transaction.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, id));
    await recordAudit(transaction, actor, { action: 'key.revoke', ownerId: key.ownerId, target: id });
    return true;
  });
}

/** Revokes the keys of an owner that one user created. */
export async function revokeMemberKeys(
  transaction: Database,
  { ownerId, userId, actor }: { readonly ownerId: string; readonly userId: string; readonly actor: Actor },
): Promise<void> {
  const revoked = await transaction
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(apiKeys.ownerId, ownerId),
        isNull(apiKeys.revokedAt),
        sql`${apiKeys.createdBy} = (SELECT email FROM ${users} WHERE id = ${userId})`,
      ),
    )
    .returning({ id: apiKeys.id });
  for (const { id: target } of revoked) {
    await recordAudit(transaction, actor, { action: 'key.revoke', ownerId, target });
  }
}

/** A key as lists show it; `lastUsedAt` counts its latest requests. */
export type ListedKey = Omit<ApiKey, 'hash'>;

/**
 * Lists the keys of an owner: those that are not revoked first, the newest of them first. An owner may have revoked any
 * number of keys, so both are read in the order of an index.
 */
export async function listKeys(
  database: Database,
  { ownerId, limit }: { readonly ownerId: string; readonly limit: number },
): Promise<ListedKey[]> {
  return inIndexOrder(database, async (transaction) => {
    const listed: ListedKey[] = [];
    for (const state of [isNull(apiKeys.revokedAt), isNotNull(apiKeys.revokedAt)]) {
      const keys = await selectKeys(transaction)
        // Not an equality, which lets the planner follow the ids of the keys of all owners instead.
        .where(and(gte(apiKeys.ownerId, ownerId), lte(apiKeys.ownerId, ownerId), state))
        .orderBy(desc(apiKeys.ownerId), desc(apiKeys.id))
        .limit(limit - listed.length);
      listed.push(...keys);
    }
    return listed;
  });
}

/** Finds a key of an owner as lists show it. */
export async function findListedKey(
  database: Database,
  { ownerId, id }: Pick<ApiKey, 'ownerId' | 'id'>,
): Promise<ListedKey | undefined> {
  const [key] = await selectKeys(database).where(and(eq(apiKeys.id, id), eq(apiKeys.ownerId, ownerId)));
  return key;
}

function selectKeys(database: Database) {
  const { hash: _, lastUsedAt: stored, ...columns } = getTableColumns(apiKeys);
  const windows = sql`(SELECT max(touched_at) FROM rate_windows
    WHERE bucket IN ('create:' || ${apiKeys.id}, 'status:' || ${apiKeys.id}))`;
  return database
    .select({ ...columns, lastUsedAt: sql<Date | null>`greatest(${stored}, ${windows})`.mapWith(stored) })
    .from(apiKeys);
}

/** Counts the keys of an owner that are not revoked. */
export async function countKeys(database: Database, ownerId: string): Promise<number> {
  return database.$count(apiKeys, and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.revokedAt)));
}

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
