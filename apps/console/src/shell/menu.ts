import type { LucideIcon } from 'lucide-react';
import { createContext } from 'react';

/** An entry of the menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether only the page itself, and no page below it, marks the entry as current. */
  readonly isExact?: boolean;
}

/** Part of the menu: pages of a team, of operators, of the user. */
export type MenuSection = 'team' | 'operator' | 'account';

/** A page of the menu with its address. */
export interface MenuLink extends MenuEntry {
  readonly href: string;
}

/** Lists the menu entries of a section; those of a team need its id. */
export type ListMenu = (section: MenuSection, ownerId?: string) => MenuLink[];

/** The menu of the pages that the shell shows. */
export const MenuContext = createContext<ListMenu>(() => []);
