import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Two lines in a cell, the second one quieter. */
export function Stacked({ main, below }: { readonly main: ReactNode; readonly below: ReactNode }) {
  return (
    <div className={styles.stacked}>
      <div className={styles.main}>{main}</div>
      <div className={styles.below}>{below}</div>
    </div>
  );
}
