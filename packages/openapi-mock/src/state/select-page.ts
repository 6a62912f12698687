// Selects the items of one page.

/** The wishes of a request for a page. */
export interface PageRequest {
  limit: number;
  /** The number of items to skip. */
  offset: number;
  /** The key of the last item before the page. */
  after: string | undefined;
}

/** The items of a page. */
export interface Page<TItem> {
  items: readonly TItem[];
  /** The number of items before the end of the page. */
  end: number;
  hasMore: boolean;
}

/** Selects a page; undefined if the item that it begins after does not exist. */
export function selectPage<TItem>(
  all: readonly TItem[],
  { limit, offset, after }: PageRequest,
  getKey: (item: TItem) => string,
): Page<TItem> | undefined {
  const index = after === undefined ? -1 : all.findIndex((item) => getKey(item) === after);
  if (after !== undefined && index < 0) return undefined;
  const start = after === undefined ? offset : index + 1;
  const end = Math.min(start + limit, all.length);
  return { items: all.slice(start, end), end, hasMore: end < all.length };
}

/** Writes a cursor that clients do not look into. */
export function encodeCursor(key: string): string {
  const bytes = new TextEncoder().encode(key);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Reads a cursor; undefined if it is malformed. */
export function decodeCursor(cursor: string): string | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
