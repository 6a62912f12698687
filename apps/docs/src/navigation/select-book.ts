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
  const book = books.find((candidate) => listLinks(candidate).some(({ isCurrent }) => isCurrent));
  // The entries of a group have the type of the group's siblings.
  return book?.type === 'group' ? ([...book.entries] as TEntry[]) : books;
}

/** Whether a menu leads to a page. */
export function hasLink(entries: readonly MenuEntry[], href: string): boolean {
  return entries.some((entry) => listLinks(entry).some((link) => link.href === href));
}

function listLinks(entry: MenuEntry): MenuLink[] {
  return entry.type === 'link' ? [entry] : entry.entries.flatMap(listLinks);
}
