import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { changePassword } from '../../api/auth.ts';
import { describeError } from '../../api/describe-error.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/field.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Notice } from '../../components/notice.tsx';
import styles from './account.module.css';

/** Changes the password. */
export function PasswordCard() {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (data: FormData) => changePassword(String(data.get('current')), String(data.get('new'))),
    onSuccess: async () => {
      form.current?.reset();
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Card title="Password" description="Changing your password signs you out of all other browsers.">
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField name="new" />
        <div aria-live="polite">
          {change.error === null ? null : <Notice tone="danger">{describeError(change.error)}</Notice>}
          {change.isSuccess ? <Notice tone="success">Your password has been changed.</Notice> : null}
        </div>
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}
