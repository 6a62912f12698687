import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { operatorLinks, operators, type User, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { AuthError } from '../owners/auth-error.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';

const LINK_TTL_MS = 3_600_000;

/** Reports whether the service has an operator yet. */
export async function hasOperator(database: Database): Promise<boolean> {
  const [operator] = await database.select({ userId: operators.userId }).from(operators).limit(1);
  return operator !== undefined;
}

const LOCK = sql`hashtext('keyframe.operators')`;

/**
 * Requires that an actor with an id is an operator, and keeps the role until the transaction ends.
 * @throws {AuthError} if it ended since the request was authorized
 */
export async function requireOperator(transaction: Database, { id }: Actor): Promise<void> {
  if (id === null) return;
  await transaction.execute(sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`);
  if ((await transaction.$count(operators, eq(operators.userId, id))) > 0) return;
  throw new AuthError('forbidden', 'This needs an operator.');
}

/**
 * Creates the token of a one-time link, valid for an hour: the person who redeems it becomes an operator, and a member of
 * `ownerId`. The database ends the link when its creator is no longer an operator.
 */
export async function createOperatorLink(
  database: Database,
  { ownerId, actor }: { readonly ownerId?: string; readonly actor: Actor },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const { token, hash } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + LINK_TTL_MS);
  await database.transaction(async (transaction) => {
    await requireOperator(transaction, actor);
    await transaction.delete(operatorLinks).where(lt(operatorLinks.expiresAt, sql`now()`));
    await transaction
      .insert(operatorLinks)
      .values({ tokenHash: hash, ownerId, createdBy: actor.id, expiresAt });
    await recordAudit(transaction, actor, { action: 'operator.invite' });
  });
  return { token, expiresAt };
}

/** Reports whether the token of a link can be redeemed; called before any costly work. */
export async function isOperatorLink(database: Database, token: string): Promise<boolean> {
  const [link] = await database
    .select({ ownerId: operatorLinks.ownerId })
    .from(operatorLinks)
    .where(
      and(eq(operatorLinks.tokenHash, hashOneTimeToken(token)), gt(operatorLinks.expiresAt, sql`now()`)),
    );
  return link !== undefined;
}

/** Uses a token up; undefined when it was used, has expired or never was. */
export async function redeemOperatorLink(
  transaction: Database,
  token: string,
): Promise<{ readonly ownerId: string | null } | undefined> {
  const [link] = await transaction
    .delete(operatorLinks)
    .where(and(eq(operatorLinks.tokenHash, hashOneTimeToken(token)), gt(operatorLinks.expiresAt, sql`now()`)))
    .returning({ ownerId: operatorLinks.ownerId });
  return link;
}

export async function addOperator(transaction: Database, userId: string): Promise<void> {
  await transaction.insert(operators).values({ userId }).onConflictDoNothing();
}

/** Lists the operators by e-mail address. */
export async function listOperators(database: Database): Promise<User[]> {
  const rows = await database
    .select({ user: users })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(users.email));
  return rows.map(({ user }) => user);
}

/** Makes a user an operator no more; `last` for the only one, who stays. */
export async function removeOperator(
  database: Database,
  userId: string,
  actor: Actor,
): Promise<'removed' | 'not-found' | 'last'> {
  return database.transaction(async (transaction) => {
    // One at a time, so that of two operators who remove each other only one is gone.
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const all = await transaction.select({ userId: operators.userId }).from(operators);
    if (!all.some((operator) => operator.userId === userId)) return 'not-found';
    if (all.length === 1) return 'last';
    await transaction.delete(operators).where(eq(operators.userId, userId));
    await recordAudit(transaction, actor, { action: 'operator.remove', target: userId });
    return 'removed';
  });
}
