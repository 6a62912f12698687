/** Addresses of the console's pages. Tokens follow the `#`, which browsers send to no server. */

/** Returns the console's origin: `localhost` for a loopback address, since a passkey cannot be bound to an address. */
export function consoleOrigin(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (/^(127\.|\[::1\])/.test(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** The page that makes an operator. */
export function operatorLinkUrl(publicUrl: string, token: string): string {
  return `${consoleOrigin(publicUrl)}/console/setup#token=${token}`;
}

/** The page that accepts an invitation. */
export function invitationLinkUrl(publicUrl: string, token: string): string {
  return `${consoleOrigin(publicUrl)}/console/invitation#token=${token}`;
}

/** The page that sets a new password. */
export function passwordLinkUrl(publicUrl: string, token: string): string {
  return `${consoleOrigin(publicUrl)}/console/password#token=${token}`;
}
