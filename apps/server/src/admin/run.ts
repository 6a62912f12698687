import { type Config, parseConfig } from '../config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { readDatabaseUrl } from '../start/data-directory.ts';
import { nameDatabase } from '../start/name-database.ts';
import { escapeControls, escapeControlsInJson } from '../telemetry/escape-controls.ts';
import { formatTable, type Rows } from './format-table.ts';
import { UsageError } from './usage-error.ts';

/** Runs an action against the database of DATABASE_URL, or of the server that runs on KEYFRAME_DATA. */
export async function withDatabase<TResult>(
  action: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const config = parseConfig(process.env);
  const url = await findDatabaseUrl(config);
  const setting = config.databaseUrl === undefined ? `KEYFRAME_DATA=${config.dataDirectory}` : 'DATABASE_URL';
  const { database, close } = connectDatabase(url, { max: 1 });
  return nameDatabase(setting, () => action(database)).finally(close);
}

/**
 * Finds the database of DATABASE_URL, or of the server that runs on KEYFRAME_DATA.
 * @throws {UsageError} without either
 */
export async function findDatabaseUrl({
  databaseUrl,
  dataDirectory,
}: Pick<Config, 'databaseUrl' | 'dataDirectory'>): Promise<string> {
  const url = databaseUrl ?? (await readDatabaseUrl(dataDirectory));
  if (url !== undefined) return url;
  throw new UsageError(
    `No server is running with KEYFRAME_DATA=${dataDirectory}. Run npm start, or set KEYFRAME_DATA or DATABASE_URL.`,
  );
}

/** Prints rows of the same fields: as a JSON array, or as a table that fits the terminal. */
export function printRows(rows: Rows, { json = false }: { readonly json?: boolean }): void {
  if (json) {
    process.stdout.write(`${escapeControlsInJson(JSON.stringify(rows))}\n`);
    return;
  }
  if (rows.length === 0) process.stderr.write('No entries found.\n');
  // Files and other commands get whole values.
  process.stdout.write(formatTable(rows, process.stdout.isTTY ? process.stdout.columns : undefined));
}

/** Prints a result: as JSON when asked, else as lines of `name: value`. */
export function print(result: object, { json = false }: { readonly json?: boolean }): void {
  const lines = Object.entries(result).map(
    ([name, value]) =>
      `${name}: ${escapeControls(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  process.stdout.write(json ? `${escapeControlsInJson(JSON.stringify(result))}\n` : `${lines.join('\n')}\n`);
}
