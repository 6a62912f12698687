// An embedded PostgreSQL with continuous archiving, its base backup, and its restore to a point in time
// (PostgreSQL documentation, chapter 25.3).
import { execFile } from 'node:child_process';
import { appendFile, chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@keyframe/server/src/db/embedded.ts';
import { databaseHome } from '@keyframe/server/src/db/embedded-home.ts';
import { eventually } from '@keyframe/test-kit';
import { Client } from 'pg';

const run = promisify(execFile);

/** A running PostgreSQL whose changes are archived. */
export interface ArchivedDatabase {
  readonly database: EmbeddedDatabase;
  readonly directory: string;
  /** Folder with the archived segments of the log. */
  readonly archive: string;
}

/** A copy of the database's files, taken while it ran. */
export interface BaseBackup {
  readonly folder: string;
  readonly bytes: number;
}

/** Starts a PostgreSQL in an empty folder, and archives its log. */
export async function startArchivedDatabase(directory: string): Promise<ArchivedDatabase> {
  const first = await startEmbeddedDatabase(directory);
  const home = await databaseHome(directory);
  const archive = join(home.directory, 'archive');
  await mkdir(archive);
  await setOwner(home.user, archive);
  await runStatements(first.url, [
    'ALTER SYSTEM SET archive_mode = on',
    `ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`,
  ]);
  await first.stop();
  return { database: await startEmbeddedDatabase(directory), directory, archive };
}

/** Copies the files of a running database. */
export async function backUp({ database, directory }: ArchivedDatabase): Promise<BaseBackup> {
  const home = await databaseHome(directory);
  const folder = join(home.directory, 'backup');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('drill', fast => true)`);
    await cp(home.cluster, folder, {
      recursive: true,
      verbatimSymlinks: true,
      // Segments of the log come from the archive.
      filter: (path) => !/(?:\/pg_wal\/.+|\/postmaster\.(?:pid|opts))$/.test(path),
    });
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop()');
    await writeFile(join(folder, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  return { folder, bytes: await sumSizes(folder) };
}

/** Waits until everything that was committed so far is in the archive. */
export async function archiveEverything({ database, archive }: ArchivedDatabase): Promise<void> {
  const [row] = await runStatements(database.url, ['SELECT pg_walfile_name(pg_switch_wal()) AS segment']);
  const segment = String(row?.segment);
  await eventually(`${segment} to be archived`, async () => (await readdir(archive)).includes(segment));
}

/** Removes the files of a database that is stopped. */
export async function loseDatabase({ directory }: ArchivedDatabase): Promise<void> {
  await rm((await databaseHome(directory)).cluster, { recursive: true });
}

/** Restores a backup into the folder of the lost database and replays the archive up to a time; resolves when it is writable. */
export async function restore(
  { directory, archive }: ArchivedDatabase,
  { folder }: BaseBackup,
  target: Date,
): Promise<EmbeddedDatabase> {
  const { cluster, user } = await databaseHome(directory);
  await cp(folder, cluster, { recursive: true, verbatimSymlinks: true });
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp "${archive}/%f" "%p"'`,
      // Names of zones, `Z` among them, are unknown while PostgreSQL reads its settings.
      `recovery_target_time = '${target.toISOString().replace('Z', '+00')}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  );
  await writeFile(join(cluster, 'recovery.signal'), '');
  await chmod(cluster, 0o700);
  await setOwner(user, cluster);
  const restored = await startEmbeddedDatabase(directory);
  await eventually('the end of the recovery', async () => {
    const [row] = await runStatements(restored.url, ['SELECT pg_is_in_recovery() AS recovers']);
    return row?.recovers === false;
  });
  return restored;
}

/** Runs statements on a connection of their own, as the owner of the database; returns the rows of the last one. */
export async function runStatements(
  url: string,
  statements: readonly string[],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Gives files that root created to the user that PostgreSQL runs as. */
async function setOwner(user: { uid: number; gid: number } | undefined, path: string): Promise<void> {
  if (user !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, path]);
}

async function sumSizes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
