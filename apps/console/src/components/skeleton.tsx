import styles from './skeleton.module.css';

/** Placeholder of rows that are loading. The rest of the page is hidden until then, so that nothing moves. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className={styles.rows} role="status" data-loading>
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className={styles.row} />
      ))}
    </div>
  );
}

/** Placeholder of a section that is loading and may stay empty. */
export function Loading() {
  return <div hidden data-loading />;
}
