import { and, eq, sql } from 'drizzle-orm';
import {
  passkeys,
  signInChallenges,
  type User,
  userCredentials,
  userSessions,
  users,
} from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';

/** Finds the user of an e-mail address, whose case does not count. */
export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.select().from(users).where(eq(users.email, email.toLowerCase()));
  return user;
}

/** Finds the user of an id. */
export async function findUser(database: Database, id: string): Promise<User | undefined> {
  const [user] = await database.select().from(users).where(eq(users.id, id));
  return user;
}

/** Creates a user with a password; undefined when the address is taken. */
export async function createUser(
  transaction: Database,
  {
    email,
    name,
    passwordHash,
  }: { readonly email: string; readonly name: string; readonly passwordHash: string },
): Promise<User | undefined> {
  const id = createId('usr');
  const [user] = await transaction
    .insert(users)
    .values({ id, email: email.toLowerCase(), name })
    .onConflictDoNothing()
    .returning();
  if (user === undefined) return undefined;
  await transaction.insert(userCredentials).values({
    id: createId('rec'),
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: passwordHash,
  });
  return user;
}

/** Sessions of a user at most: further sign-ins end the oldest. */
export const MAX_SESSIONS = 50;
export const MAX_PASSKEYS = 20;

export async function endOldestSessions(database: Database, userId: string): Promise<void> {
  await database.execute(sql`
    DELETE FROM ${userSessions} WHERE id IN (
      SELECT id FROM ${userSessions} WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC OFFSET ${MAX_SESSIONS}
    )`);
}

/** Deletes the newest passkeys of a user beyond the limit, which were registered at the same time as others. */
export async function deleteExcessPasskeys(database: Database, userId: string): Promise<void> {
  await database.execute(sql`
    DELETE FROM ${passkeys} WHERE id IN (
      SELECT id FROM ${passkeys} WHERE user_id = ${userId} ORDER BY created_at, id OFFSET ${MAX_PASSKEYS}
    )`);
}

export async function countPasskeys(database: Database, userId: string): Promise<number> {
  return database.$count(passkeys, eq(passkeys.userId, userId));
}

/**
 * Removes every other credential of a user whom the identity provider has just authenticated. The sender of an
 * invitation may have created the user for that address, with their own password and passkeys.
 */
export async function giveToProvider(database: Database, userId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .delete(userCredentials)
      .where(and(eq(userCredentials.userId, userId), eq(userCredentials.providerId, 'credential')));
    await endAccess(transaction, userId);
  });
}

/** Deletes the passkeys, the sessions and the links for a password of a user. */
export async function endAccess(transaction: Database, userId: string): Promise<void> {
  await endPasswordLinks(transaction, userId);
  await transaction.delete(passkeys).where(eq(passkeys.userId, userId));
  await transaction.delete(userSessions).where(eq(userSessions.userId, userId));
}

/** Ends the links that replace the password of a user: the challenges whose value is the user. */
export async function endPasswordLinks(transaction: Database, userId: string): Promise<void> {
  await transaction.delete(signInChallenges).where(eq(signInChallenges.value, userId));
}
