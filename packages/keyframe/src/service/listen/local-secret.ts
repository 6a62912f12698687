import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { locateConfigFolder } from '../folders.ts';
import { createFile, readIfPresent } from '../private-file.ts';

const SECRET_BYTES = 32;

/** Reads the secret that signs forwarded callbacks, or creates it: it stays the same, so that receivers can store it. */
export async function readLocalSecret(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const path = join(locateConfigFolder(env), 'listen-secret');
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  if (await createFile(path, `${secret}\n`)) return secret;
  return (await readIfPresent(path))?.trim() || secret;
}
