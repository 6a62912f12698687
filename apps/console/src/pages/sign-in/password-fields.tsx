import { Name, Password } from 'virtual:contract-schemas';
import { TextField } from '../../components/field.tsx';

/** Name and password of a new account. */
export function PasswordFields() {
  return (
    <>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={Name.maxLength} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={Password.minLength}
        maxLength={Password.maxLength}
        hint={`At least ${Password.minLength} characters.`}
      />
    </>
  );
}
