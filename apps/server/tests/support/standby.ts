// A hot standby of an embedded PostgreSQL, from a copy of its files (PostgreSQL documentation, section 25.3.3).

import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../src/db/embedded.ts';
import { databaseHome } from '../../src/db/embedded-home.ts';

const run = promisify(execFile);

/** Folders of the primary and of the standby to create. */
export interface StandbyOptions {
  readonly primary: EmbeddedDatabase;
  readonly primaryDirectory: string;
  readonly directory: string;
}

/** Copies a running primary into `directory` and starts the copy as its hot standby. */
export async function startStandby({
  primary,
  primaryDirectory,
  directory,
}: StandbyOptions): Promise<EmbeddedDatabase> {
  const from = await databaseHome(primaryDirectory);
  const to = await databaseHome(directory);
  const label = await backUp(primary.url, async () => {
    await cp(join(from.directory, 'password'), join(to.directory, 'password'));
    await cp(from.cluster, to.cluster, { recursive: true, verbatimSymlinks: true });
  });
  await rm(join(to.cluster, 'postmaster.pid'), { force: true });
  await writeFile(join(to.cluster, 'backup_label'), label);
  await writeFile(join(to.cluster, 'standby.signal'), '');
  await writeFile(join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`);
  if (to.user !== undefined) await run('chown', ['-R', `${to.user.uid}:${to.user.gid}`, to.directory]);
  return startEmbeddedDatabase(directory);
}

/** Copies the files of a running server while it is in backup mode; returns the content of `backup_label`. */
async function backUp(url: string, copy: () => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', fast => true)`);
    await copy();
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop()');
    return rows[0]?.label ?? '';
  } finally {
    await client.end();
  }
}

/** Runs one statement on a connection of its own, as the owner of the database. */
export async function runStatement(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}
