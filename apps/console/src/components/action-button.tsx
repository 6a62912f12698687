import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../api/describe-error.ts';
import styles from './action-button.module.css';
import { Button } from './button.tsx';

/** A button that acts at once, and says beside it what went wrong. */
export function ActionButton({
  look,
  onAct,
  children,
}: {
  readonly look?: 'primary' | 'secondary' | 'ghost';
  readonly onAct: () => Promise<unknown>;
  readonly children: ReactNode;
}) {
  const act = useMutation({ mutationFn: onAct });
  return (
    <span className={styles.action}>
      <Button look={look} isBusy={act.isPending} onClick={() => act.mutate()}>
        {children}
      </Button>
      {act.error === null ? null : (
        <span role="alert" className={styles.error}>
          {describeError(act.error)}
        </span>
      )}
    </span>
  );
}
