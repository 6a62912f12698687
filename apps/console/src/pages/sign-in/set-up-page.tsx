import { Email } from 'virtual:contract-schemas';
import { setUpOperator } from '@keyframe/console-contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { useEnter } from './enter.ts';
import styles from './entry.module.css';
import { Entry } from './entry.tsx';
import { useLinkToken } from './link-token.ts';
import { PasswordFields } from './password-fields.tsx';

/** Where the one-time link of the terminal leads: whoever has it becomes an operator. */
export function SetUpPage() {
  const token = useLinkToken();
  const enter = useEnter();
  const setUp = useMutation({
    mutationFn: async (data: FormData) => {
      const [email, name, password] = ['email', 'name', 'password'].map((field) => String(data.get(field)));
      await setUpOperator(client, {
        body: { token, email: email ?? '', name: name ?? '', password: password ?? '' },
      });
      await enter();
    },
  });
  if (token === '') {
    return (
      <Entry
        title="This link is incomplete"
        text="Open the link as the server printed it, with all that follows the #."
      >
        <ButtonLink href="/sign-in" isWide>
          Sign in
        </ButtonLink>
      </Entry>
    );
  }
  return (
    <Entry title="Set up Keyframe" text="You become an operator of this service. The link works once.">
      {setUp.error === null ? null : <Notice tone="danger">{describeError(setUp.error)}</Notice>}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setUp.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={Email.maxLength}
          autoFocus
        />
        <PasswordFields />
        <Button type="submit" look="primary" isWide isBusy={setUp.isPending}>
          Create account
        </Button>
      </form>
    </Entry>
  );
}
