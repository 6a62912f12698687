import { UsageError } from '@keyframe/cli/command';
import { type Config, parseConfig } from '../config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { readDatabaseUrl } from '../start/data-directory.ts';
import { nameDatabase } from '../start/name-database.ts';
import { escapeControls, escapeControlsInJson } from '../telemetry/escape-controls.ts';
import { withoutQuery } from '../telemetry/without-query.ts';
import { formatTable, type Rows } from './format-table.ts';

/** Runs an action against the database of DATABASE_URL, or of the server that runs on KEYFRAME_DATA. */
export async function withDatabase<TResult>(
  action: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const config = parseConfig(process.env);
  const url = await findDatabaseUrl(config);
  const setting = config.databaseUrl === undefined ? `KEYFRAME_DATA=${config.dataDirectory}` : 'DATABASE_URL';
  const { database, close } = connectDatabase(url, { max: 1 });
  try {
    return await nameDatabase(setting, () => action(database));
  } catch (error) {
    throw error instanceof Error ? withoutQuery(error) : error;
  } finally {
    await close();
  }
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

/** Formats rows of the same fields: as a JSON array, or as a table that fits the terminal. */
export function formatRows(rows: Rows, { json }: { readonly json: boolean }): string {
  if (json) return escapeControlsInJson(JSON.stringify(rows));
  // Files and other commands get whole values.
  return formatTable(rows, process.stdout.isTTY ? process.stdout.columns : undefined).trimEnd();
}

/** Formats a result: as JSON when asked, else as lines of `name: value`. */
export function formatResult(result: object, { json }: { readonly json: boolean }): string {
  if (json) return escapeControlsInJson(JSON.stringify(result));
  return Object.entries(result)
    .map(
      ([name, value]) =>
        `${name}: ${escapeControls(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    )
    .join('\n');
}
