/** The owner whose keys `npm start` prints, so that a newcomer's first request works when pasted. */
import type { KeyObject } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { grantCredits, readBalance } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { type Mode, SCOPES } from '../db/tables.ts';
import { apiKeyHint, hashApiKey } from '../keys/api-key.ts';
import { createKey, findKey, findKeyById } from '../keys/keys.queries.ts';
import { createOwner } from '../owners/owners.queries.ts';

/** Content of the file in the data directory: of the live key, only what identifies it. */
const storedOwnerSchema = z.object({
  ownerId: z.string(),
  testKey: z.string(),
  liveKeyId: z.string(),
  liveKeyHint: z.string(),
});
type StoredOwner = z.infer<typeof storedOwnerSchema>;

/** The owner of a laptop, and how it is shown. */
export interface DemoOwner {
  readonly ownerId: string;
  readonly testKey: string;
  /** In full at the start that created it, undefined at every later one (AUT-1). */
  readonly liveKey: string | undefined;
  readonly liveKeyHint: string;
}

const CREDITS = 100_000;
const LOW_CREDITS = 10_000;

/** Finds the demo owner of a data directory, or creates one; tops up its credits. */
export async function demoOwner(database: Database, dataDirectory: string): Promise<DemoOwner> {
  const file = join(dataDirectory, 'demo-owner.json');
  const secret = await sharedSecret(database, 'key-hash');
  const stored = await readStoredOwner(file, database, secret);
  const owner =
    stored === undefined
      ? await createDemoOwner(database, { secret, file })
      : { ...stored, liveKey: undefined };
  for (const mode of ['live', 'test'] satisfies Mode[]) {
    const { available } = await readBalance(database, owner.ownerId, mode);
    if (available < LOW_CREDITS)
      await grantCredits(database, { ownerId: owner.ownerId, mode, amount: CREDITS });
  }
  return owner;
}

/** The file may be torn; its keys may be of another database, or revoked: then they are of no use. */
async function readStoredOwner(
  file: string,
  database: Database,
  secret: KeyObject,
): Promise<StoredOwner | undefined> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const { data } = storedOwnerSchema.safeParse(parseJson(text));
  if (data === undefined) return undefined;
  const test = await findKey(database, hashApiKey(data.testKey, secret));
  const live = await findKeyById(database, data.liveKeyId);
  return test?.ownerId === data.ownerId && live?.ownerId === data.ownerId ? data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gives the file its name when it is whole. */
async function writeStoredOwner(file: string, owner: StoredOwner): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, `${JSON.stringify(owner, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
}

async function createDemoOwner(
  database: Database,
  { secret, file }: { readonly secret: KeyObject; readonly file: string },
): Promise<DemoOwner> {
  const owner = await createOwner(database, { name: 'demo', callbackSecret: createCallbackSecret() });
  const create = (mode: Mode) => createKey(database, { ownerId: owner.id, mode, scopes: SCOPES, secret });
  const [live, test] = [await create('live'), await create('test')];
  const liveKeyHint = apiKeyHint(live.key);
  await writeStoredOwner(file, { ownerId: owner.id, testKey: test.key, liveKeyId: live.id, liveKeyHint });
  return { ownerId: owner.id, testKey: test.key, liveKey: live.key, liveKeyHint };
}
