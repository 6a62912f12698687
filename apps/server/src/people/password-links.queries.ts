/** One-time links that replace a lost password. The hash of a token is stored, one for each user. */
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, recordAccountAudit } from '../audit/audit.queries.ts';
import { operators, passwordLinks, type User, userCredentials, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';
import { AuthError } from '../owners/auth-error.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';
import { requireOperator } from './operators.queries.ts';
import { endAccess } from './users.queries.ts';

const LINK_TTL_MS = 3_600_000;

export interface CreatedPasswordLink {
  readonly token: string;
  readonly expiresAt: Date;
  /** Whether the link does not work until a second operator confirms it. */
  readonly needsConfirmation: boolean;
}

/**
 * Creates the token of a link, valid for an hour, and replaces an earlier link of the user; undefined if no user has the
 * address. A link that an operator creates to the account of an operator needs a second operator, so that one operator cannot
 * take over another. The database ends the link when its creator is no longer an operator.
 */
export async function createPasswordLink(
  database: Database,
  { email, actor }: { readonly email: string; readonly actor: Actor },
): Promise<CreatedPasswordLink | undefined> {
  const { token, hash: tokenHash } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + LINK_TTL_MS);
  return database.transaction(async (transaction) => {
    await requireOperator(transaction, actor);
    const [user] = await transaction
      .select({ id: users.id, isOperator: isNotNull(operators.userId).mapWith(Boolean) })
      .from(users)
      .leftJoin(operators, eq(operators.userId, users.id))
      .where(eq(users.email, email.toLowerCase()));
    if (user === undefined) return undefined;
    const link = { tokenHash, createdBy: actor.id, confirmedBy: null, createdAt: new Date(), expiresAt };
    await transaction
      .insert(passwordLinks)
      .values({ userId: user.id, ...link })
      .onConflictDoUpdate({ target: passwordLinks.userId, set: link });
    await recordAccountAudit(transaction, actor, { action: 'password.link', userId: user.id });
    return { token, expiresAt, needsConfirmation: user.isOperator && actor.id !== null };
  });
}

/** A link to the account of an operator that waits for a second operator. */
export interface UnconfirmedLink {
  readonly user: User;
  /** E-mail address of the operator who created it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const isUnconfirmed = sql`${passwordLinks.createdBy} IS NOT NULL AND ${passwordLinks.confirmedBy} IS NULL
  AND EXISTS (SELECT FROM ${operators} WHERE ${operators.userId} = ${passwordLinks.userId})`;
const isCurrent = gt(passwordLinks.expiresAt, sql`now()`);

/** Lists the links that wait for a second operator, newest first. */
export async function listUnconfirmedLinks(database: Database): Promise<UnconfirmedLink[]> {
  const creators = alias(users, 'creators');
  const { createdAt, expiresAt } = passwordLinks;
  return database
    .select({ user: users, createdBy: creators.email, createdAt, expiresAt })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .innerJoin(creators, eq(creators.id, passwordLinks.createdBy))
    .where(and(isCurrent, isUnconfirmed))
    .orderBy(desc(createdAt));
}

/**
 * Confirms the link to the account of an operator; false if none waits.
 * @throws {AuthError} if the operator created the link
 */
export async function confirmPasswordLink(
  database: Database,
  { userId, actor }: { readonly userId: string; readonly actor: Actor },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await requireOperator(transaction, actor);
    const [link] = await transaction
      .select({ createdBy: passwordLinks.createdBy })
      .from(passwordLinks)
      .where(and(eq(passwordLinks.userId, userId), isCurrent, isUnconfirmed))
      .for('update');
    if (link === undefined) return false;
    if (link.createdBy === actor.id) {
      throw new AuthError('forbidden', 'Another operator must confirm a link that you created.');
    }
    await transaction
      .update(passwordLinks)
      .set({ confirmedBy: actor.id })
      .where(eq(passwordLinks.userId, userId));
    await recordAccountAudit(transaction, actor, { action: 'password.confirm', userId });
    return true;
  });
}

const isValid = (token: string) => and(eq(passwordLinks.tokenHash, hashOneTimeToken(token)), isCurrent);

/**
 * Checks that the token of a link can be redeemed, before anything costly is done for it.
 * @throws {AuthError} if a second operator must confirm the link first
 */
export async function isPasswordLink(database: Database, token: string): Promise<boolean> {
  const [link] = await database
    .select({ isUnconfirmed: sql<boolean>`${isUnconfirmed}` })
    .from(passwordLinks)
    .where(isValid(token));
  if (link?.isUnconfirmed) throw new AuthError('conflict', 'Another operator must confirm this link first.');
  return link !== undefined;
}

export interface PasswordReset {
  readonly token: string;
  readonly passwordHash: string;
  /** The sender's address and browser; the token identifies the user. */
  readonly from: Pick<Actor, 'ip' | 'userAgent'>;
}

/**
 * Redeems a token: sets the password, ends all sessions and deletes the passkeys. Returns the id of the user; undefined if the
 * token was used, has expired, ended or never existed.
 */
export async function resetPassword(
  database: Database,
  { token, passwordHash, from }: PasswordReset,
): Promise<string | undefined> {
  return database.transaction(async (transaction) => {
    const [link] = await transaction
      .delete(passwordLinks)
      .where(and(isValid(token), sql`NOT (${isUnconfirmed})`))
      .returning({ userId: passwordLinks.userId });
    if (link === undefined) return undefined;
    const { userId } = link;
    await transaction
      .insert(userCredentials)
      .values({
        id: createId('rec'),
        userId,
        accountId: userId,
        providerId: 'credential',
        password: passwordHash,
      })
      .onConflictDoUpdate({
        target: [userCredentials.providerId, userCredentials.accountId],
        set: { password: passwordHash, updatedAt: new Date() },
      });
    await endAccess(transaction, userId);
    const actor: Actor = { kind: 'user', id: userId, email: null, ...from };
    await recordAccountAudit(transaction, actor, { action: 'password.reset', userId });
    return userId;
  });
}
