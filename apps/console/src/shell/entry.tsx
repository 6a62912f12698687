import { type ReactNode, useEffect } from 'react';
import styles from './entry.module.css';
import { Mark } from './mark.tsx';

/** The frame of the pages before the console: a card in the middle. */
export function Entry({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Keyframe`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.heading}>
        <Mark size={36} />
        <h1>{title}</h1>
        {text === undefined ? null : <p className={styles.text}>{text}</p>}
      </div>
      {children === undefined ? null : <div className={styles.card}>{children}</div>}
    </main>
  );
}
