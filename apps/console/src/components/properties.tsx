import type { ReactNode } from 'react';
import styles from './properties.module.css';

/** Names and values of one thing. */
export function Properties({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.list}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
