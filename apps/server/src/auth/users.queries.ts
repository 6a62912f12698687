import { eq } from 'drizzle-orm';
import { type User, userCredentials, users } from '../db/console-tables.ts';
import type { Database } from '../db/database.ts';
import { createId } from '../id.ts';

/** Finds the user of an e-mail address, whose case does not count. */
export async function findUserByEmail(database: Database, email: string): Promise<User | undefined> {
  const [user] = await database.select().from(users).where(eq(users.email, email.toLowerCase()));
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
  // The address is verified: whoever has the link got it from someone who chose the address, or from the terminal.
  const [user] = await transaction
    .insert(users)
    .values({ id, email: email.toLowerCase(), name, emailVerified: true })
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
