import { Name } from 'virtual:contract-schemas';
import { TextField } from '../../components/field.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';

/** Name and password of a new account. */
export function AccountFields() {
  return (
    <>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={Name.maxLength} />
      <NewPasswordField label="Password" name="password" />
    </>
  );
}
