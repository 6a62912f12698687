// Decides to which addresses callbacks may be sent.

/** Explains why nothing is sent to a URL; undefined if it is on this machine, or on a host that was allowed, `*` for any. */
export function findAddressProblem(url: string, allowed: readonly string[]): string | undefined {
  if (!isHttpUrl(url)) return 'the URL is not an http or https URL';
  const { hostname, host, username, password } = new URL(url);
  if (username !== '' || password !== '') return 'the URL contains credentials';
  if (isLoopback(hostname) || ['*', hostname, host].some((name) => allowed.includes(name))) return undefined;
  return `${host} is not this machine, and was not allowed`;
}

/** Reports whether a text is an http or https URL. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Reports whether a host name, as URLs write it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
