/** An entry of a menu: a link, or a group of entries. */
export type MenuEntry = MenuLink | MenuGroup;

interface MenuLink {
  readonly type: 'link';
  readonly href: string;
}

interface MenuGroup {
  readonly type: 'group';
  readonly entries: readonly MenuEntry[];
}

/** Returns the entries of the book of a page: of that with the closest link at or above it; of all books if none has one. */
export function selectBook<TEntry extends MenuEntry>(books: TEntry[], path: string): TEntry[] {
  const links = books.map((book) => ({ book, depth: measureClosest(book, path) }));
  const [closest] = links
    .filter(({ depth }) => depth > 0)
    .toSorted((left, right) => right.depth - left.depth);
  // The entries of a group have the type of the group's siblings.
  return closest?.book.type === 'group' ? ([...closest.book.entries] as TEntry[]) : books;
}

/** Measures the address of the closest link at or above a page; 0 without one. */
function measureClosest(entry: MenuEntry, path: string): number {
  if (entry.type === 'group')
    return Math.max(0, ...entry.entries.map((child) => measureClosest(child, path)));
  return path.startsWith(entry.href) ? entry.href.length : 0;
}

/** Whether a menu leads to a page. */
export function hasLink(entries: readonly MenuEntry[], href: string): boolean {
  return entries.some((entry) =>
    entry.type === 'link' ? entry.href === href : hasLink(entry.entries, href),
  );
}
