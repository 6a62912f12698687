/** One-time links that replace a lost password. The hash of a token is stored, one for each user. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/audit.queries.ts';
import { passwordLinks, userCredentials, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';
import { createOneTimeToken, hashOneTimeToken } from './one-time-token.ts';
import { endAccess } from './users.queries.ts';

const LINK_TTL_MS = 3_600_000;

/** Makes the token of a link, valid for an hour, in place of an earlier one; undefined when no user has the address. */
export async function createPasswordLink(
  database: Database,
  { email, actor }: { readonly email: string; readonly actor: Actor },
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const { token, hash: tokenHash } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + LINK_TTL_MS);
  return database.transaction(async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email.toLowerCase()));
    if (user === undefined) return undefined;
    const link = { tokenHash, createdAt: new Date(), expiresAt };
    await transaction
      .insert(passwordLinks)
      .values({ userId: user.id, ...link })
      .onConflictDoUpdate({ target: passwordLinks.userId, set: link });
    await recordAudit(transaction, actor, { action: 'password.link', target: user.id });
    return { token, expiresAt };
  });
}

const isValid = (token: string) =>
  and(eq(passwordLinks.tokenHash, hashOneTimeToken(token)), gt(passwordLinks.expiresAt, sql`now()`));

/** Tells whether the token of a link can be redeemed, before anything costly is done for it. */
export async function isPasswordLink(database: Database, token: string): Promise<boolean> {
  return (await database.$count(passwordLinks, isValid(token))) > 0;
}

export interface PasswordReset {
  readonly token: string;
  readonly passwordHash: string;
  /** Where the request comes from; who sends it, the token tells. */
  readonly from: Pick<Actor, 'ip' | 'userAgent'>;
}

/** Uses a token up: sets the password, ends all sessions and deletes the passkeys. Gives whose; undefined when the token was used, has expired or never was. */
export async function resetPassword(
  database: Database,
  { token, passwordHash, from }: PasswordReset,
): Promise<string | undefined> {
  return database.transaction(async (transaction) => {
    const [link] = await transaction
      .delete(passwordLinks)
      .where(isValid(token))
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
    await recordAudit(transaction, actor, { action: 'password.reset', target: userId });
    return userId;
  });
}
