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
 * Selects a page of a list, the highest position first. A page after an item that is no longer in the list begins with
 * the next item.
 */
export function selectPage<TItem extends { position: number }>(
  all: readonly TItem[],
  { limit, offset, after }: PageRequest,
): Page<TItem> {
  const following = all.findIndex(({ position }) => after !== undefined && position < after);
  const start = after === undefined ? offset : following < 0 ? all.length : following;
  const end = Math.min(start + limit, all.length);
  return { items: all.slice(start, end), start, end, hasMore: end < all.length };
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
