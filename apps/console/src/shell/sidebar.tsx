import { BookOpen, LogOut, Search } from 'lucide-react';
import { type MouseEvent, use, useEffect } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { Button } from '../components/button.tsx';
import { OPEN_COMMANDS } from './command-palette.tsx';
import { Mark } from './mark.tsx';
import { MenuContext, type MenuLink } from './menu.ts';
import { NavLink } from './nav-link.tsx';
import { currentOwnerId, rememberOwner, useSession } from './session.tsx';
import styles from './sidebar.module.css';
import { useSignOut } from './sign-out.ts';
import { ThemeSwitch } from './theme-switch.tsx';

/** The menu: pages of the current team, then those of operators, then the account. */
export function Sidebar() {
  const [, params] = useRoute('/owners/:owner/*?');
  const session = useSession();
  const listMenu = use(MenuContext);
  const { user } = session;
  const ownerId = params?.owner ?? currentOwnerId(session);
  useEffect(() => {
    if (params?.owner !== undefined) rememberOwner(params.owner);
  }, [params?.owner]);
  const signOut = useSignOut();
  return (
    <div className={styles.sidebar}>
      <Link href="/" className={styles.brand}>
        <Mark />
        Keyframe <span>console</span>
      </Link>
      {ownerId === undefined ? null : <TeamSwitch ownerId={ownerId} />}
      <Button onClick={openCommands} aria-keyshortcuts="Control+K Meta+K">
        <Search size={14} aria-hidden />
        Find
        <kbd className={styles.shortcut}>Ctrl K</kbd>
      </Button>
      <nav className={styles.nav} aria-label="Pages">
        {ownerId === undefined ? null : <MenuLinks links={listMenu('team', ownerId)} />}
        {user.is_operator ? (
          <>
            <h2 className={styles.heading}>Operator</h2>
            <MenuLinks links={listMenu('operator')} />
          </>
        ) : null}
      </nav>
      <div className={styles.footer}>
        <a className={styles.link} href="/docs/">
          <BookOpen size={16} aria-hidden />
          Documentation
        </a>
        <MenuLinks links={listMenu('account')} />
        <div className={styles.user}>
          <span className={styles.name} title={user.email}>
            {user.name}
          </span>
          <span className={styles.tools}>
            <ThemeSwitch />
            <Button look="ghost" isIcon aria-label="Sign out" onClick={signOut}>
              <LogOut size={16} aria-hidden />
            </Button>
          </span>
        </div>
      </div>
    </div>
  );
}

/** Opens the palette, in place of the menu where that is a dialog. */
function openCommands({ currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest('dialog')?.close();
  window.dispatchEvent(new Event(OPEN_COMMANDS));
}

function TeamSwitch({ ownerId }: { readonly ownerId: string }) {
  const { owners } = useSession();
  const [, navigate] = useLocation();
  return (
    <select
      className={styles.owner}
      aria-label="Current team"
      value={ownerId}
      onChange={(event) => navigate(`/owners/${event.target.value}`)}
    >
      {owners.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function MenuLinks({ links }: { readonly links: readonly MenuLink[] }) {
  return links.map(({ href, icon, isExact, label }) => (
    <NavLink key={href} href={href} icon={icon} isExact={isExact}>
      {label}
    </NavLink>
  ));
}
