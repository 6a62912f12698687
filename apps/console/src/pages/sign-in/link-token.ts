import { useState } from 'react';

/** Reads the token of a one-time link: it follows the `#`, so browsers do not send it to a server. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  return token;
}

/** Texts of a page whose link has no token. */
export const INCOMPLETE_LINK = {
  title: 'This link is incomplete',
  text: 'Copy the whole link, including everything after the #, and open it again.',
};
