/** The SQL files that define the database, and the names by which a database knows them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import functions from './functions/version.json' with { type: 'json' };
import squashed from './migrations/squashed.json' with { type: 'json' };

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly hash: string;
}

export interface SqlFiles {
  /** Tables of a new database, as the squashed migrations left them. */
  readonly schema: readonly SqlFile[];
  /** Numbered changes of tables from there on, each of which runs once. */
  readonly migrations: readonly SqlFile[];
  /** Functions with their triggers, and then views that call them: replaced when they change. */
  readonly functions: readonly SqlFile[];
}

/** Hashes of the migrations that the files of tables contain, by name. Processes of their version look for them. */
export const SQUASHED_MIGRATIONS: ReadonlyMap<string, string> = new Map(Object.entries(squashed));

/** Names of the versions of the functions, this one last. A process leaves those of a later version as they are. */
export const FUNCTION_VERSIONS: readonly string[] = Array.from(
  { length: functions.version },
  (_, index) => `functions-${String(index + 1).padStart(4, '0')}`,
);

/** Reads all files, in the order in which they run. */
export async function readSqlFiles(): Promise<SqlFiles> {
  return {
    schema: await readFolder('schema'),
    migrations: (await readFolder('migrations')).map((file) => ({ ...file, name: basename(file.name) })),
    functions: [...(await readFolder('functions')), ...(await readFolder('views'))],
  };
}

/** Lists the names by which a database records the changes of this version. */
export async function listChangeNames(): Promise<string[]> {
  return [...(await listNames('migrations')), ...FUNCTION_VERSIONS];
}

async function readFolder(folder: string): Promise<SqlFile[]> {
  return Promise.all(
    (await listNames(folder)).map(async (name) => {
      const sql = await readFile(new URL(`./${folder}/${name}`, import.meta.url), 'utf8');
      return { name: `${folder}/${name}`, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`./${folder}/`, import.meta.url));
  return names.filter((name) => name.endsWith('.sql')).sort();
}

/** Computes one hash of several files. */
export function hashFiles(files: readonly SqlFile[]): string {
  return createHash('sha256')
    .update(files.map(({ name, hash }) => `${name} ${hash}\n`).join(''))
    .digest('hex');
}
