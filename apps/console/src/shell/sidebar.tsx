import {
  BookOpen,
  Building2,
  ChartNoAxesColumn,
  Clapperboard,
  Coins,
  KeyRound,
  LogOut,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  SquarePlay,
  UserCog,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { Button } from '../components/button.tsx';
import { ownerOf, rememberOwner, useSession } from '../session.tsx';
import { useSignOut } from '../sign-out.ts';
import { Mark } from './mark.tsx';
import { NavLink } from './nav-link.tsx';
import styles from './sidebar.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

/** The menu: pages of the owner that is looked at, those of operators apart, and the account. */
export function Sidebar() {
  const [, params] = useRoute('/owners/:owner/*?');
  const session = useSession();
  const { user } = session;
  const ownerId = params?.owner ?? ownerOf(session);
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
      {ownerId === undefined ? null : <OwnerSwitch ownerId={ownerId} />}
      <nav className={styles.nav} aria-label="Pages">
        {ownerId === undefined ? null : <OwnerLinks base={`/owners/${ownerId}`} />}
        {user.is_operator ? <OperatorLinks /> : null}
      </nav>
      <div className={styles.footer}>
        <a className={styles.link} href="/docs/">
          <BookOpen size={16} aria-hidden />
          Documentation
        </a>
        <NavLink href="/account" icon={UserRound}>
          Account
        </NavLink>
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

function OwnerSwitch({ ownerId }: { readonly ownerId: string }) {
  const { owners } = useSession();
  const [, navigate] = useLocation();
  return (
    <select
      className={styles.owner}
      aria-label="Owner"
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

function OwnerLinks({ base }: { readonly base: string }) {
  return (
    <>
      <NavLink href={base} icon={ChartNoAxesColumn} isExact>
        Overview
      </NavLink>
      <NavLink href={`${base}/play`} icon={SquarePlay}>
        Playground
      </NavLink>
      <NavLink href={`${base}/tasks`} icon={Clapperboard}>
        Tasks
      </NavLink>
      <NavLink href={`${base}/credits`} icon={Coins}>
        Credits
      </NavLink>
      <NavLink href={`${base}/callbacks`} icon={Webhook}>
        Callbacks
      </NavLink>
      <NavLink href={`${base}/keys`} icon={KeyRound}>
        API keys
      </NavLink>
      <NavLink href={`${base}/team`} icon={Users}>
        Team
      </NavLink>
    </>
  );
}

function OperatorLinks() {
  return (
    <>
      <h2 className={styles.heading}>Operator</h2>
      <NavLink href="/operator" icon={ShieldCheck} isExact>
        Service
      </NavLink>
      <NavLink href="/operator/owners" icon={Building2}>
        Owners
      </NavLink>
      <NavLink href="/operator/tasks" icon={Clapperboard}>
        All tasks
      </NavLink>
      <NavLink href="/operator/refunds" icon={ReceiptText}>
        Failed refunds
      </NavLink>
      <NavLink href="/operator/operators" icon={UserCog}>
        Operators
      </NavLink>
      <NavLink href="/operator/audit" icon={ScrollText}>
        Audit log
      </NavLink>
    </>
  );
}
