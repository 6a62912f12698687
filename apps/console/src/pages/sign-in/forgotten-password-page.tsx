import { Email } from 'virtual:contract-schemas';
import { useMutation } from '@tanstack/react-query';
import { requestPasswordReset } from '../../api/auth.ts';
import { TextField } from '../../components/field.tsx';
import { Entry } from '../../shell/entry.tsx';
import { EntryForm, SignInPrompt } from './entry-form.tsx';

/** Requests the link that sets a new password. */
export function ForgottenPasswordPage() {
  const request = useMutation({
    mutationFn: (data: FormData) => requestPasswordReset(String(data.get('email'))),
  });
  if (request.isSuccess) {
    return (
      <SignInPrompt
        title="Check your e-mail"
        text="If an account has this address, a link that sets a new password is on its way. It works for an hour."
      />
    );
  }
  return (
    <Entry title="Reset your password" text="You get a link by e-mail that sets a new one.">
      <EntryForm action="Send link" submission={request}>
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={Email.maxLength}
          autoFocus
        />
      </EntryForm>
    </Entry>
  );
}
