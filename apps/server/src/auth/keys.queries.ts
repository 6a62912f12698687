import type { KeyObject } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type ApiKey, accounts, apiKeys, type Mode, type Owner, owners, type Scope } from '../db/tables.ts';
import { createId } from '../id.ts';
import { apiKeyHint, createApiKey, hashApiKey } from './api-key.ts';

/** Creates an owner with two empty balances, live and test. */
export async function createOwner(
  database: Database,
  { name, callbackSecret }: { name: string; callbackSecret: string },
): Promise<Owner> {
  return database.transaction(async (transaction) => {
    const [owner] = await transaction
      .insert(owners)
      .values({ id: createId('own'), name, callbackSecret })
      .returning();
    if (owner === undefined) throw new Error('INSERT INTO owners returned no row.');
    await transaction.insert(accounts).values([
      { ownerId: owner.id, mode: 'live' },
      { ownerId: owner.id, mode: 'test' },
    ]);
    return owner;
  });
}

export async function findOwner(database: Database, id: string): Promise<Owner | undefined> {
  const [owner] = await database.select().from(owners).where(eq(owners.id, id));
  return owner;
}

/** Creates a key; the full key is in the answer and nowhere else (AUT-1). */
export async function createKey(
  database: Database,
  {
    ownerId,
    mode,
    scopes,
    secret,
  }: { ownerId: string; mode: Mode; scopes: readonly Scope[]; secret: KeyObject },
): Promise<{ readonly id: string; readonly key: string }> {
  const key = createApiKey(mode);
  const id = createId('key');
  await database.insert(apiKeys).values({
    id,
    ownerId,
    mode,
    scopes: [...scopes],
    hash: hashApiKey(key, secret),
    hint: apiKeyHint(key),
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

/** Revokes a key for good; false when there is none of that id. A second call keeps the first time. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  await database
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)));
  const [key] = await database.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id));
  return key !== undefined;
}
