import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

/** A section of a page, with a heading; `isFlush` leaves its body, such as a table, without padding. */
export function Card({
  title,
  description,
  actions,
  isFlush = false,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {description === undefined ? null : <p className={styles.description}>{description}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={isFlush ? undefined : styles.body}>{children}</div>
    </section>
  );
}
