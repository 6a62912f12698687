import { Password } from 'virtual:contract-schemas';
import { TextField } from './field.tsx';

/** Asks for a password that is yet to be set. */
export function NewPasswordField({
  label = 'New password',
  name,
  autoFocus,
}: {
  readonly label?: string;
  readonly name: string;
  readonly autoFocus?: boolean;
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={Password.minLength}
      maxLength={Password.maxLength}
      hint={`At least ${Password.minLength} characters.`}
      autoFocus={autoFocus}
    />
  );
}
