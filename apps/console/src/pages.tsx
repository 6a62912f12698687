import {
  Bell,
  Building2,
  ChartNoAxesColumn,
  Clapperboard,
  Coins,
  KeyRound,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SquarePlay,
  UserCog,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { ListMenu, MenuEntry, MenuSection } from './shell/menu.ts';

/** A lazy component whose code `preload` fetches before it is first shown. */
export type LazyPage = ReturnType<typeof lazyPage>;

/** Creates a page from the module that exports its component. */
export function lazyPage<TName extends string>(
  load: () => Promise<Record<TName, ComponentType>>,
  name: TName,
) {
  return Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { preload: load },
  );
}

/** A page of the console. */
export interface ConsolePage {
  /** Pattern of its path; `:owner` is the id of a team. */
  readonly path: string;
  readonly component: LazyPage;
  readonly section: MenuSection;
  /** Undefined for pages that only other pages link to. */
  readonly menu?: MenuEntry;
}

/** All pages that need a session, in the order of the menu. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: '/owners/:owner',
    component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
    section: 'team',
    menu: { label: 'Overview', icon: ChartNoAxesColumn, isExact: true },
  },
  {
    path: '/owners/:owner/play',
    component: lazyPage(() => import('./pages/play/play-page.tsx'), 'PlayPage'),
    section: 'team',
    menu: { label: 'Playground', icon: SquarePlay },
  },
  {
    path: '/owners/:owner/tasks',
    component: lazyPage(() => import('./pages/tasks/tasks-page.tsx'), 'TasksPage'),
    section: 'team',
    menu: { label: 'Tasks', icon: Clapperboard },
  },
  {
    path: '/owners/:owner/tasks/:task',
    component: lazyPage(() => import('./pages/tasks/task-page.tsx'), 'TaskPage'),
    section: 'team',
  },
  {
    path: '/owners/:owner/credits',
    component: lazyPage(() => import('./pages/credits/credits-page.tsx'), 'CreditsPage'),
    section: 'team',
    menu: { label: 'Credits', icon: Coins },
  },
  {
    path: '/owners/:owner/callbacks',
    component: lazyPage(() => import('./pages/callbacks/callbacks-page.tsx'), 'CallbacksPage'),
    section: 'team',
    menu: { label: 'Callbacks', icon: Webhook },
  },
  {
    path: '/owners/:owner/callbacks/:delivery',
    component: lazyPage(() => import('./pages/callbacks/delivery-page.tsx'), 'DeliveryPage'),
    section: 'team',
  },
  {
    path: '/owners/:owner/keys',
    component: lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
    section: 'team',
    menu: { label: 'API keys', icon: KeyRound },
  },
  {
    path: '/owners/:owner/team',
    component: lazyPage(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
    section: 'team',
    menu: { label: 'Team', icon: Users },
  },
  {
    path: '/operator',
    component: lazyPage(() => import('./pages/operator/service-page.tsx'), 'ServicePage'),
    section: 'operator',
    menu: { label: 'Service', icon: ShieldCheck, isExact: true },
  },
  {
    path: '/operator/owners',
    component: lazyPage(() => import('./pages/operator/owners-page.tsx'), 'OwnersPage'),
    section: 'operator',
    menu: { label: 'Teams', icon: Building2 },
  },
  {
    path: '/operator/owners/:owner',
    component: lazyPage(() => import('./pages/operator/owner-page.tsx'), 'OwnerPage'),
    section: 'operator',
  },
  {
    path: '/operator/tasks',
    component: lazyPage(() => import('./pages/operator/all-tasks-page.tsx'), 'AllTasksPage'),
    section: 'operator',
    menu: { label: 'All tasks', icon: Clapperboard },
  },
  {
    path: '/operator/tasks/:task',
    component: lazyPage(() => import('./pages/operator/any-task-page.tsx'), 'AnyTaskPage'),
    section: 'operator',
  },
  {
    path: '/operator/refunds',
    component: lazyPage(() => import('./pages/operator/refunds-page.tsx'), 'RefundsPage'),
    section: 'operator',
    menu: { label: 'Failed refunds', icon: ReceiptText },
  },
  {
    path: '/operator/notifications',
    component: lazyPage(() => import('./pages/operator/notifications-page.tsx'), 'NotificationsPage'),
    section: 'operator',
    menu: { label: 'Notifications', icon: Bell },
  },
  {
    path: '/operator/operators',
    component: lazyPage(() => import('./pages/operator/operators-page.tsx'), 'OperatorsPage'),
    section: 'operator',
    menu: { label: 'Operators', icon: UserCog },
  },
  {
    path: '/operator/audit',
    component: lazyPage(() => import('./pages/operator/audit-page.tsx'), 'AuditPage'),
    section: 'operator',
    menu: { label: 'Audit log', icon: ScrollText },
  },
  {
    path: '/account',
    component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
    section: 'account',
    menu: { label: 'Account', icon: UserRound },
  },
];

/** Lists the menu entries of a section. */
export const listMenu: ListMenu = (section, ownerId = '') =>
  PAGES.filter((page) => page.section === section)
    .map(({ path, menu }) => menu && { ...menu, href: path.replace(':owner', ownerId) })
    .filter((link) => link !== undefined);
