import type { LucideIcon } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import styles from './sidebar.module.css';

/** A link of the menu, marked as current on its page and, unless `isExact`, on the pages below it. */
export function NavLink({
  href,
  icon: Icon,
  isExact = false,
  children,
}: {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly isExact?: boolean | undefined;
  readonly children: string;
}) {
  const [isHere] = useRoute(isExact ? href : `${href}/*?`);
  return (
    <Link href={href} className={styles.link} aria-current={isHere ? 'page' : undefined}>
      <Icon size={16} aria-hidden />
      {children}
    </Link>
  );
}
