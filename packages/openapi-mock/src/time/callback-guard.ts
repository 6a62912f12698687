// Decides to which addresses callbacks may be sent.

/** Reports whether a URL is on this machine, or on a host that was allowed. */
export function isAllowedAddress(url: string, allowed: readonly string[]): boolean {
  if (!isHttpUrl(url)) return false;
  const { hostname, host, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return isLoopback(hostname) || allowed.includes(hostname) || allowed.includes(host);
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
