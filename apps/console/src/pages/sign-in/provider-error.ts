const MESSAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    access_denied: 'The sign-in was canceled. Try again.',
    account_not_linked:
      'Your identity provider has not verified your e-mail address. Verify it there, or sign in another way.',
    email_not_found: 'Your identity provider did not share your e-mail address. Ask its administrator.',
    signup_disabled: 'No account has this e-mail address. Ask an admin of your team to invite you.',
  }),
);

/** Reads what went wrong at an identity provider out of `?error=`, which OAuth and better-auth set on the way back. */
export function providerError(search: string): string | undefined {
  const error = new URLSearchParams(search).get('error');
  if (error === null) return undefined;
  return (
    MESSAGES.get(error) ?? 'The identity provider did not sign you in. Try again, or sign in another way.'
  );
}
