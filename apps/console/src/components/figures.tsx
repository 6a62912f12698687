import type { ReactNode } from 'react';
import styles from './figures.module.css';

/** Figures side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

/** A figure with what it counts, and a word more about it. */
export function Figure({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd>
        <div className={styles.value}>{value}</div>
        {note === undefined ? null : <div className={styles.note}>{note}</div>}
      </dd>
    </div>
  );
}
