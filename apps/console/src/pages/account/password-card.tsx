import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changePassword } from '../../api/auth.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, FormError } from '../../components/form.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Notice } from '../../components/notice.tsx';
import styles from './account.module.css';

/** Changes the password. */
export function PasswordCard() {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (data: FormData) => changePassword(String(data.get('current')), String(data.get('new'))),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Card title="Password" description="Changing your password signs you out of all other browsers.">
      <Form
        className={styles.form}
        error={change.error}
        onSubmit={(data, form) => change.mutate(data, { onSuccess: () => form.reset() })}
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
          <FormError />
          {change.isSuccess ? <Notice tone="success">Your password has been changed.</Notice> : null}
        </div>
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change password
          </Button>
        </div>
      </Form>
    </Card>
  );
}
