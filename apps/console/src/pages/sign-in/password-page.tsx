import { useMutation } from '@tanstack/react-query';
import { resetPassword } from '../../api/auth.ts';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Entry } from '../../shell/entry.tsx';
import { EntryForm, SignInPrompt } from './entry-form.tsx';
import { INCOMPLETE_LINK, useLinkToken } from './link-token.ts';

/** Landing page of the link that resets a password. */
export function PasswordPage() {
  const token = useLinkToken();
  const reset = useMutation({
    mutationFn: (data: FormData) => resetPassword(token, String(data.get('password'))),
  });
  if (token === '') return <SignInPrompt {...INCOMPLETE_LINK} />;
  if (reset.isSuccess) {
    return (
      <SignInPrompt
        title="Your password is set"
        text="Your sessions have ended, and your passkeys are deleted. Sign in with the new password."
      />
    );
  }
  return (
    <Entry
      title="Set a new password"
      text="This ends all of your sessions and deletes your passkeys. The link works once."
    >
      <EntryForm action="Set password" submission={reset}>
        <NewPasswordField name="password" autoFocus />
      </EntryForm>
    </Entry>
  );
}
