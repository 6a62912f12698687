import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../api/describe-error.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import styles from './dialog-form.module.css';
import { Notice } from './notice.tsx';

/** A dialog that asks and then acts; it stays open with what went wrong until the action succeeds. */
export function DialogForm({
  title,
  action,
  isDanger = false,
  onSubmit,
  onClose,
  onDone = onClose,
  children,
}: {
  readonly title: string;
  /** What the button that acts says. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly onSubmit: (data: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  /** Called after the action; without it the dialog closes. */
  readonly onDone?: () => void;
  readonly children: ReactNode;
}) {
  const submit = useMutation({ mutationFn: onSubmit, onSuccess: onDone });
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate(new FormData(event.currentTarget));
        }}
      >
        {children}
        {submit.error === null ? null : <Notice tone="danger">{describeError(submit.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={submit.isPending}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
