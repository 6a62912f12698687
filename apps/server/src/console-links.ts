/** Addresses of the console's pages. Tokens stand behind the `#`, which browsers send to no server. */

/** Where the console is opened: `localhost` for a loopback address, which no passkey can be bound to. */
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
