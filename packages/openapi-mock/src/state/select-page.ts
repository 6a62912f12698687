// Selects the items of one page.

/** The wishes of a request for a page. */
export interface PageRequest {
  limit: number;
  /** The number of items to skip. */
  offset: number;
  /** The position of the last item before the page. */
  after: number | undefined;
}

/** The items of a page. */
export interface Page<TItem> {
  items: readonly TItem[];
  /** The number of items before the page. */
  start: number;
  /** The number of items before the end of the page. */
  end: number;
  hasMore: boolean;
}

/**
 * Selects a page of a list. A page after an item that is no longer in the list begins with the next lower position.
 */
export function selectPage<TItem extends { position: number }>(
  all: readonly TItem[],
  { limit, offset, after }: PageRequest,
): Page<TItem> {
  const start = after === undefined ? offset : findStart(all, after);
  const end = Math.min(start + limit, all.length);
  return { items: all.slice(start, end), start, end, hasMore: end < all.length };
}

function findStart(all: readonly { position: number }[], after: number): number {
  const last = all.findIndex(({ position }) => position === after);
  if (last >= 0) return last + 1;
  const following = all.findIndex(({ position }) => position < after);
  return following < 0 ? all.length : following;
}

/** Writes a cursor that clients do not look into. */
export function encodeCursor(position: number): string {
  return btoa(`after:${position}`).replaceAll('=', '');
}

/** Reads the position in a cursor; undefined if it is malformed. */
export function decodeCursor(cursor: string): number | undefined {
  try {
    const [, position] = /^after:([1-9]\d*)$/.exec(atob(cursor)) ?? [];
    return position === undefined ? undefined : Number(position);
  } catch {
    return undefined;
  }
}
