import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { secrets } from './tables.ts';

/** Reads a secret that all instances share, 32 bytes, drawn by whichever instance asks first. */
export async function sharedSecret(
  database: Database,
  name: 'console-sessions' | 'key-hash' | 'result-links',
): Promise<KeyObject> {
  await database
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await database.select().from(secrets).where(eq(secrets.name, name));
  if (row === undefined) throw new Error(`The secret ${name} is gone from the database.`);
  return createSecretKey(row.value);
}
