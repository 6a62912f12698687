/** Cursors of lists by time. */
import { decodeCursor, encodeCursor, type Page, type Position } from '../db/page.ts';
import { invalidRequest } from './errors.ts';

/** Reads where the page before ended. */
export function readTimeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (position === undefined) throw invalidRequest('cursor: must be the next_cursor of a page', 'cursor');
  return position;
}

/** Shows a page as the contract does. */
export function showPage<TItem, TShown>(
  { items, next }: Page<TItem>,
  show: (item: TItem) => TShown,
): { data: TShown[]; next_cursor: string | null } {
  return { data: items.map(show), next_cursor: next === undefined ? null : encodeCursor(next) };
}
