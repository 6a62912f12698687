/** Pages of listings by time, and cursors: opaque texts that contain where a page ended. */
import { type SQL, sql } from 'drizzle-orm';

/** Position in a listing: the time of an item, and a tiebreaker for items of the same time. */
export interface Position {
  /** Microseconds since 1970, as PostgreSQL counts them: more than a Date holds. */
  readonly micros: string;
  readonly id: string;
}

/** A page of a listing, and where the next one goes on; undefined on the last page. */
export interface Page<TItem> {
  readonly items: readonly TItem[];
  readonly next: Position | undefined;
}

/** A part of a listing. */
export interface PageRequest {
  /** End of the previous page. */
  readonly after?: Position | undefined;
  /** Items at most. */
  readonly limit: number;
}

const POSITION = /^(\d{1,17})\.([0-9a-z_]{1,64})$/;

/** Writes a position as a cursor. */
export function encodeCursor({ micros, id }: Position): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url');
}

/** Reads a cursor; undefined for a text that `encodeCursor` did not write. */
export function decodeCursor(cursor: string): Position | undefined {
  const [, micros, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (micros === undefined || id === undefined) return undefined;
  const position = { micros, id };
  return encodeCursor(position) === cursor ? position : undefined;
}

/** SQL of a moment in microseconds, as positions hold it. */
export function selectMicros(moment: SQL): SQL {
  return sql`(extract(epoch FROM ${moment}) * 1000000)::bigint::text`;
}

/** SQL of the moment of a position. */
export function selectMoment({ micros }: Position): SQL {
  return sql`('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond')`;
}

/** Makes a page out of rows that were read one beyond the limit. */
export function createPage<TRow extends Position, TItem>(
  rows: readonly TRow[],
  limit: number,
  itemOf: (row: TRow) => TItem,
): Page<TItem> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(itemOf), next: last && { micros: last.micros, id: last.id } };
}
