// Decides to which addresses callbacks may be sent.

/** Reports whether a URL is on this machine, or on a host that was allowed. */
export function isAllowedAddress(url: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, host, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (username !== '' || password !== '') return false;
  return isLoopback(hostname) || allowed.includes(hostname) || allowed.includes(host);
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
