/** Cursors of lists: the id of the last item, wrapped so that nobody takes it for anything but a cursor. */
import { invalidRequest } from './errors.ts';

/** Creates the page of a list from the limit plus one item; the extra item shows that there is a next page. */
export function createListPage<TItem extends { readonly id: number | string }, TShown>(
  items: readonly TItem[],
  limit: number,
  show: (item: TItem) => TShown,
): { data: TShown[]; next_cursor: string | null } {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = items.length > limit && last !== undefined;
  return {
    data: shown.map(show),
    next_cursor: hasNext ? writeCursor(last.id) : null,
  };
}

/** Writes the id of the last item of a page as a cursor. */
export function writeCursor(id: number | string): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Reads the id that a cursor names, which has to have a form. */
export function readCursor(cursor: string | undefined, form: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!form.test(id)) throw invalidRequest('cursor: must be the next_cursor of a page', 'cursor');
  return id;
}
