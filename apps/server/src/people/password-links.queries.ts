/** Links that replace a lost password: challenges of better-auth, which sends them by mail and redeems them. */
import { createHash } from 'node:crypto';
import { type Actor, recordAccountAudit } from '../audit/audit.queries.ts';
import { signInChallenges } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';
import { createOneTimeToken } from './one-time-token.ts';
import { findUserByEmail } from './users.queries.ts';

/** Seconds for which a link works. */
export const PASSWORD_LINK_SECONDS = 3_600;

/** Hashes what identifies a challenge, since it contains the token of the link. */
export function hashChallenge(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url');
}

/** Creates a link as better-auth does, for where no mail can be sent; undefined if no user has the address. */
export async function createPasswordLink(
  database: Database,
  { email, actor }: { readonly email: string; readonly actor: Actor },
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const { token } = createOneTimeToken();
  const expiresAt = new Date(Date.now() + PASSWORD_LINK_SECONDS * 1_000);
  return database.transaction(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (user === undefined) return undefined;
    await transaction.insert(signInChallenges).values({
      id: createId('rec'),
      identifier: hashChallenge(`reset-password:${token}`),
      value: user.id,
      expiresAt,
    });
    await recordAccountAudit(transaction, actor, { action: 'password.link', userId: user.id });
    return { token, expiresAt };
  });
}
