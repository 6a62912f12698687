import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { type Actor, COMMAND_LINE, recordAudit } from '../audit/audit.queries.ts';
import { members } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { accounts, type Owner, owners } from '../db/tables.ts';
import { createId } from '../id.ts';

/** Creates an owner with two empty balances, live and test. */
export async function createOwner(
  database: Database,
  {
    name,
    callbackSecret,
    actor = COMMAND_LINE,
  }: { readonly name: string; readonly callbackSecret: string; readonly actor?: Actor },
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
    const record = { action: 'owner.create', ownerId: owner.id, detail: { name } } as const;
    await recordAudit(transaction, actor, record);
    return owner;
  });
}

export async function findOwner(database: Database, id: string): Promise<Owner | undefined> {
  const [owner] = await database.select().from(owners).where(eq(owners.id, id));
  return owner;
}

/** Lets no other transaction that locks the owner go on before the end of this one, so that what both count stays true. */
export async function lockOwner(transaction: Database, id: string): Promise<void> {
  await transaction.select({ id: owners.id }).from(owners).where(eq(owners.id, id)).for('no key update');
}

/** Gives an owner another name; undefined when there is no such owner. */
export async function renameOwner(
  database: Database,
  { id, name, actor }: { readonly id: string; readonly name: string; readonly actor: Actor },
): Promise<Owner | undefined> {
  return database.transaction(async (transaction) => {
    const [owner] = await transaction.update(owners).set({ name }).where(eq(owners.id, id)).returning();
    if (owner === undefined) return undefined;
    await recordAudit(transaction, actor, { action: 'owner.rename', ownerId: id, detail: { name } });
    return owner;
  });
}

/** Stores when an owner first fetched callbacks of the sandbox. */
export async function markCallbacksFetched(database: Database, id: string): Promise<void> {
  await database
    .update(owners)
    .set({ callbacksFetchedAt: sql`now()` })
    .where(and(eq(owners.id, id), isNull(owners.callbacksFetchedAt)));
}

/** An owner as lists of all owners show it. */
export interface ListedOwner extends Pick<Owner, 'id' | 'name' | 'createdAt' | 'suspendedAt'> {
  readonly members: number;
  /** By mode. */
  readonly balances: Readonly<
    Record<'live' | 'test', { readonly available: number; readonly reserved: number }>
  >;
}

export interface OwnerFilter {
  readonly id?: string;
  /** Start of an id, or part of a name in any case. */
  readonly search?: string | undefined;
  /** Owners before the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Lists owners, the newest first. */
export async function listOwners(
  database: Database,
  { id, search, before, limit }: OwnerFilter,
): Promise<ListedOwner[]> {
  const balances = sql<ListedOwner['balances']>`(
    SELECT jsonb_object_agg(mode, jsonb_build_object('available', available, 'reserved', reserved))
    FROM ${accounts} WHERE ${accounts.ownerId} = ${owners.id})`;
  return database
    .select({
      id: owners.id,
      name: owners.name,
      createdAt: owners.createdAt,
      suspendedAt: owners.suspendedAt,
      members: sql<number>`(SELECT count(*)::int FROM ${members} WHERE ${members.ownerId} = ${owners.id})`,
      balances,
    })
    .from(owners)
    .where(
      and(
        id === undefined ? undefined : eq(owners.id, id),
        search === undefined
          ? undefined
          : sql`(starts_with(${owners.id}, ${search}) OR strpos(lower(${owners.name}), lower(${search})) > 0)`,
        before === undefined ? undefined : lt(owners.id, before),
      ),
    )
    .orderBy(desc(owners.id))
    .limit(limit);
}
