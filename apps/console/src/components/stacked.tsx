import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Two lines in a cell, the second in a muted color. */
export function Stacked({ main, below }: { readonly main: ReactNode; readonly below: ReactNode }) {
  return (
    <div className={styles.stacked}>
      <div className={styles.main} title={wholeText(main)}>
        {main}
      </div>
      <div className={styles.below} title={wholeText(below)}>
        {below}
      </div>
    </div>
  );
}

/** Returns the text of a tooltip, because a cell may truncate what it shows. */
function wholeText(node: ReactNode): string | undefined {
  return typeof node === 'string' ? node : undefined;
}
