import { parseConfig } from '../config.ts';
import { connectDatabase, type Database } from '../db/database.ts';
import { readDatabaseUrl } from '../start/data-directory.ts';
import { escapeControls, escapeControlsInJson } from '../telemetry/escape-controls.ts';
import { UsageError } from './usage-error.ts';

/** Runs an action against the database of DATABASE_URL, or of the server that runs on KEYFRAME_DATA. */
export async function withDatabase<TResult>(
  action: (database: Database) => Promise<TResult>,
): Promise<TResult> {
  const config = parseConfig(process.env);
  const url = config.databaseUrl ?? (await readDatabaseUrl(config.dataDirectory));
  if (url === undefined) {
    throw new UsageError(
      `No server is running with KEYFRAME_DATA=${config.dataDirectory}. Run npm start, or set KEYFRAME_DATA or DATABASE_URL.`,
    );
  }
  const { database, close } = connectDatabase(url, { max: 1 });
  return action(database).finally(close);
}

/** Prints rows of the same fields: as a JSON array when asked, else as a table. */
export function printRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  { json = false }: { readonly json?: boolean },
): void {
  if (json) {
    process.stdout.write(`${escapeControlsInJson(JSON.stringify(rows))}\n`);
    return;
  }
  const names = Object.keys(rows[0] ?? {});
  const table = [names, ...rows.map((row) => names.map((name) => escapeControls(String(row[name] ?? '-'))))];
  const widths = names.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  process.stdout.write(lines.map((line) => `${line.trimEnd()}\n`).join(''));
}

/** Prints a result: as JSON when asked, else as lines of `name: value`. */
export function print(result: object, { json = false }: { readonly json?: boolean }): void {
  const lines = Object.entries(result).map(
    ([name, value]) =>
      `${name}: ${escapeControls(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
  );
  process.stdout.write(json ? `${escapeControlsInJson(JSON.stringify(result))}\n` : `${lines.join('\n')}\n`);
}
