import { useState } from 'react';

/** Gives the token of a one-time link: it stands behind the `#`, which browsers send to no server. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  return token;
}
