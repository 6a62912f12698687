import { useState } from 'react';

/** Gives the token of a one-time link: it stands behind the `#`, which browsers send to no server. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  return token;
}

/** What a page says whose link has lost its token. */
export const INCOMPLETE_LINK = {
  title: 'This link is incomplete',
  text: 'Copy the whole link, including everything after the #, and open it again.',
};
