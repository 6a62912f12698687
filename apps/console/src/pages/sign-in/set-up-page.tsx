import { Email } from 'virtual:contract-schemas';
import { setUpOperator } from '@keyframe/console-contract/client';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { TextField } from '../../components/field.tsx';
import { Entry } from '../../shell/entry.tsx';
import { AccountFields } from './account-fields.tsx';
import { useEnter } from './enter.ts';
import { EntryForm, SignInPrompt } from './entry-form.tsx';
import { INCOMPLETE_LINK, useLinkToken } from './link-token.ts';

/** Landing page of the one-time link in the terminal: the person who opens it becomes an operator. */
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
  if (token === '') return <SignInPrompt {...INCOMPLETE_LINK} />;
  return (
    <Entry title="Set up Keyframe" text="You become an operator of this service. The link works once.">
      <EntryForm action="Create account" submission={setUp}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={Email.maxLength}
          autoFocus
        />
        <AccountFields />
      </EntryForm>
    </Entry>
  );
}
