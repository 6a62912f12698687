import styles from './skeleton.module.css';

/** Stands where rows will stand once they are here. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className={styles.rows} role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className={styles.row} />
      ))}
    </div>
  );
}
