import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import styles from './dialog-form.module.css';
import { Form, FormError } from './form.tsx';

/** A dialog that confirms and then acts. It stays open with the errors until the action succeeds. */
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
  /** Label of the button that acts. */
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
      <Form className={styles.form} error={submit.error} onSubmit={(data) => submit.mutate(data)}>
        {children}
        <FormError />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={submit.isPending}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
