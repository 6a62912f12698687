/** Small files that a running server leaves in its data directory for its operator's commands. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const urlFile = (dataDirectory: string) => join(dataDirectory, 'database-url');
const ownerUrlFile = (dataDirectory: string) => join(dataDirectory, 'database-owner-url');

/** Publishes the address of the embedded database for the operator's commands; readable by its user only. */
export async function publishDatabaseUrls(
  dataDirectory: string,
  { applicationUrl, ownerUrl }: { readonly applicationUrl: string; readonly ownerUrl: string },
): Promise<void> {
  await writeFile(urlFile(dataDirectory), applicationUrl, { mode: 0o600 });
  await writeFile(ownerUrlFile(dataDirectory), ownerUrl, { mode: 0o600 });
}

export async function withdrawDatabaseUrls(dataDirectory: string): Promise<void> {
  await rm(urlFile(dataDirectory), { force: true });
  await rm(ownerUrlFile(dataDirectory), { force: true });
}

/** Reads where the embedded database of a running server listens; undefined when none runs. */
export async function readDatabaseUrl(dataDirectory: string): Promise<string | undefined> {
  return readFile(urlFile(dataDirectory), 'utf8').catch(() => undefined);
}
