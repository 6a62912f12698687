/** An entry of a menu: a link, or a group of entries. */
export type MenuEntry = MenuLink | MenuGroup;

interface MenuLink {
  readonly type: 'link';
  readonly isCurrent: boolean;
  readonly href: string;
}

interface MenuGroup {
  readonly type: 'group';
  readonly entries: readonly MenuEntry[];
}

/** Returns the entries of the book that contains the current page, of all books if none does. */
export function selectBook<TEntry extends MenuEntry>(books: TEntry[]): TEntry[] {
  const book = books.find((candidate) => someLink(candidate, ({ isCurrent }) => isCurrent));
  // The entries of a group have the type of the group's siblings.
  return book?.type === 'group' ? ([...book.entries] as TEntry[]) : books;
}

/** Whether a menu leads to a page. */
export function hasLink(entries: readonly MenuEntry[], href: string): boolean {
  return entries.some((entry) => someLink(entry, (link) => link.href === href));
}

function someLink(entry: MenuEntry, accepts: (link: MenuLink) => boolean): boolean {
  return entry.type === 'link' ? accepts(entry) : entry.entries.some((child) => someLink(child, accepts));
}
