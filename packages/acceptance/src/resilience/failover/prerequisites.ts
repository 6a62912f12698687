// Programs that a run needs on its machine, and the commands that install missing ones.
import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN_POSTGRESQL = '/usr/lib/postgresql';
const OLDEST_POSTGRESQL = 15;
const SYSTEM_USER = 'postgres';
/** Programs that a database needs beyond those that the service brings. */
const POSTGRESQL_PROGRAMS = ['initdb', 'pg_ctl', 'postgres', 'pg_basebackup', 'pg_rewind'];
const PATRONI_INSTALLATION = 'npm run failover:tools, for Patroni in /opt/patroni';
/** Folders beyond the path: the path of root may lack the first two, as in cron jobs, and Patroni is installed in the last. */
const FURTHER_FOLDERS = ['/usr/sbin', '/sbin', '/opt/patroni/bin'];

/** Programs of a run, and the user that PostgreSQL runs as, since it refuses to run as root. */
export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  /** Folder with the programs of PostgreSQL. */
  readonly postgresql: string;
  readonly user: { readonly uid: number; readonly gid: number };
}

/** Result of the search for the programs. */
export interface Survey {
  readonly isLinux: boolean;
  readonly isRoot: boolean;
  /** Paths of programs that were found, by name. */
  readonly programs: ReadonlyMap<string, string>;
  readonly postgresql: string | undefined;
}

const PACKAGES: Readonly<Record<string, string>> = {
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  tc: 'iproute2',
  unshare: 'util-linux',
  setpriv: 'util-linux',
  mount: 'mount',
  ps: 'procps',
};

/** Lists what is missing, each with what to do about it. */
export function listMissing({ isLinux, isRoot, programs, postgresql }: Survey): string[] {
  if (!isLinux) return ['Network namespaces need Linux.'];
  const packages = new Set<string>();
  for (const [program, name] of Object.entries(PACKAGES)) if (!programs.has(program)) packages.add(name);
  if (postgresql === undefined) packages.add('postgresql');
  return [
    ...(isRoot ? [] : ['Network namespaces need root: repeat the command with sudo -E env "PATH=$PATH".']),
    ...(packages.size === 0 ? [] : [`apt-get install ${[...packages].join(' ')}`]),
    ...(programs.has('patroni') ? [] : [PATRONI_INSTALLATION]),
  ];
}

/** Looks for the programs of a run. */
export function surveyMachine(): Survey {
  const programs = new Map<string, string>();
  for (const name of [...Object.keys(PACKAGES), 'patroni']) {
    const path = findProgram(name);
    if (path !== undefined && (name !== 'patroni' || canDatabaseUserRun(path))) programs.set(name, path);
  }
  return {
    isLinux: process.platform === 'linux',
    isRoot: process.getuid?.() === 0,
    programs,
    postgresql: findPostgresqlPrograms(),
  };
}

/** Finds the programs of a run on a machine that has them all. */
export async function findPrograms({ programs, postgresql }: Survey): Promise<Programs> {
  const [etcd, patroni, haproxy] = ['etcd', 'patroni', 'haproxy'].map((name) => programs.get(name));
  if (etcd === undefined || patroni === undefined || haproxy === undefined || postgresql === undefined) {
    throw new Error('Programs are missing.');
  }
  const readId = async (flag: string) => Number((await run('id', [flag, SYSTEM_USER])).stdout);
  return {
    etcd,
    patroni,
    haproxy,
    postgresql,
    user: { uid: await readId('-u'), gid: await readId('-g') },
  };
}

/** Patroni and its Python may be installed where only root may enter. */
function canDatabaseUserRun(path: string): boolean {
  const user = [`--reuid=${SYSTEM_USER}`, `--regid=${SYSTEM_USER}`, '--clear-groups'];
  return spawnSync('setpriv', [...user, 'sh', '-c', 'exec "$0" --version', path]).status === 0;
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FURTHER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds the newest PostgreSQL of Debian's packages. */
function findPostgresqlPrograms(): string | undefined {
  if (!existsSync(DEBIAN_POSTGRESQL)) return undefined;
  return readdirSync(DEBIAN_POSTGRESQL)
    .filter((major) => Number(major) >= OLDEST_POSTGRESQL)
    .toSorted((left, right) => Number(right) - Number(left))
    .map((major) => join(DEBIAN_POSTGRESQL, major, 'bin'))
    .find((folder) => POSTGRESQL_PROGRAMS.every((program) => isExecutable(join(folder, program))));
}
