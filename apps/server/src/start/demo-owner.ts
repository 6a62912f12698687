/** The owner whose keys `npm start` prints, so that a newcomer's first request works when pasted. */
import type { KeyObject } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createCallbackSecret } from '../callbacks/sign.ts';
import { grantCredits, readBalance } from '../credits/ledger.queries.ts';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { hashApiKey } from '../keys/api-key.ts';
import { createKey, createOwner, findKey } from '../keys/keys.queries.ts';
import { SCOPES } from '../keys/scope.ts';
import { sharedSecret } from '../keys/secret.queries.ts';

const demoOwnerSchema = z.object({ ownerId: z.string(), liveKey: z.string(), testKey: z.string() });
export type DemoOwner = z.infer<typeof demoOwnerSchema>;

const CREDITS = 100_000;
const LOW_CREDITS = 10_000;

/** Finds the demo owner of a data directory, or creates one; tops up its credits. */
export async function demoOwner(database: Database, dataDirectory: string): Promise<DemoOwner> {
  const file = join(dataDirectory, 'demo-owner.json');
  const secret = await sharedSecret(database, 'key-hash');
  const owner = (await readDemoOwner(file, database, secret)) ?? (await createDemoOwner(database, secret));
  await writeDemoOwner(file, owner);
  for (const mode of ['live', 'test'] satisfies Mode[]) {
    const { available } = await readBalance(database, owner.ownerId, mode);
    if (available < LOW_CREDITS)
      await grantCredits(database, { ownerId: owner.ownerId, mode, amount: CREDITS });
  }
  return owner;
}

/** The file may be torn; its keys may be of another database, or revoked: then they are of no use. */
async function readDemoOwner(
  file: string,
  database: Database,
  secret: KeyObject,
): Promise<DemoOwner | undefined> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const { data } = demoOwnerSchema.safeParse(parseJson(text));
  if (data === undefined) return undefined;
  const keys = await Promise.all(
    [data.liveKey, data.testKey].map((key) => findKey(database, hashApiKey(key, secret))),
  );
  return keys.every((key) => key?.ownerId === data.ownerId) ? data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gives the file its name when it is whole. */
async function writeDemoOwner(file: string, owner: DemoOwner): Promise<void> {
  const partial = `${file}.partial`;
  await writeFile(partial, `${JSON.stringify(owner, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, file);
}

async function createDemoOwner(database: Database, secret: KeyObject): Promise<DemoOwner> {
  const owner = await createOwner(database, { name: 'demo', callbackSecret: createCallbackSecret() });
  const [live, test] = await Promise.all(
    (['live', 'test'] satisfies Mode[]).map((mode) =>
      createKey(database, { ownerId: owner.id, mode, scopes: SCOPES, secret }),
    ),
  );
  if (live === undefined || test === undefined) throw new Error('Creating the demo keys gave no key.');
  return { ownerId: owner.id, liveKey: live.key, testKey: test.key };
}
