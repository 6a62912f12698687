import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './layout.module.css';

interface Children {
  readonly children: ReactNode;
}

/** Columns beside each other, below each other where the page is narrow; `isUneven` makes the first one wider. */
export function Columns({ isUneven = false, children }: Children & { readonly isUneven?: boolean }) {
  return <div className={classNames(styles.columns, isUneven && styles.wide)}>{children}</div>;
}

/** Cards below each other in one of the columns. */
export function Column({ children }: Children) {
  return <div className={styles.column}>{children}</div>;
}

/** Parts of a card or a dialog, below each other. */
export function Stack({ children, onCopy }: Children & Pick<ComponentProps<'div'>, 'onCopy'>) {
  return (
    <div className={styles.stack} onCopy={onCopy}>
      {children}
    </div>
  );
}

/** Small things in a line that may wrap; `isSpread` puts the last one at its end. */
export function Row({ isSpread = false, children }: Children & { readonly isSpread?: boolean }) {
  return <div className={classNames(styles.row, isSpread && styles.spread)}>{children}</div>;
}
