import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Two lines in a cell, the second one quieter. */
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

/** What is cut off is shown whole by pointing at it. */
function wholeText(node: ReactNode): string | undefined {
  return typeof node === 'string' ? node : undefined;
}
