import { Password } from 'virtual:contract-schemas';
import { resetPassword } from '@keyframe/console-contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import styles from './entry.module.css';
import { Entry } from './entry.tsx';
import { useLinkToken } from './link-token.ts';

/** Where the link for a lost password leads. */
export function PasswordPage() {
  const token = useLinkToken();
  const reset = useMutation({
    mutationFn: async (data: FormData) =>
      resetPassword(client, { body: { token, password: String(data.get('password')) } }),
  });
  if (token === '' || reset.isSuccess) {
    return (
      <Entry
        title={reset.isSuccess ? 'Your password is set' : 'This link is incomplete'}
        text={
          reset.isSuccess
            ? 'Your sessions have ended, and your passkeys are deleted. Sign in with the new password.'
            : 'Open the link as it was given to you, with all that follows the #.'
        }
      >
        <ButtonLink href="/sign-in" isWide>
          Sign in
        </ButtonLink>
      </Entry>
    );
  }
  return (
    <Entry
      title="Set a new password"
      text="Your sessions end, and your passkeys are deleted. The link works once."
    >
      {reset.error === null ? null : <Notice tone="danger">{describeError(reset.error)}</Notice>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={Password.minLength}
          maxLength={Password.maxLength}
          hint={`At least ${Password.minLength} characters.`}
          autoFocus
        />
        <Button type="submit" look="primary" isWide isBusy={reset.isPending}>
          Set password
        </Button>
      </form>
    </Entry>
  );
}
