import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

/** Message next to its subject; screen readers announce a danger at once. */
export function Notice({
  tone = 'info',
  children,
}: {
  readonly tone?: keyof typeof ICONS;
  readonly children: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden />
      <div className={styles.body}>{children}</div>
    </div>
  );
}
