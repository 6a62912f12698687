/** Tells whether a URL leads to exactly one of the host and port pairs that the operator freed. */
export interface AllowList {
  has(url: URL): boolean;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Reads one `host:port`, an IPv6 host in brackets, and gives it as URLs write it.
 * @throws {TypeError} naming the entry when it is malformed
 */
export function parseAllowEntry(entry: string): string {
  const parts = /^(?<host>\[[^\]]+\]|[^:@/?#\s]+):(?<port>\d{1,5})$/.exec(entry);
  const port = Number(parts?.groups?.port);
  const host = `http://${parts?.groups?.host}/`;
  if (!parts || port < 1 || port > 65_535 || !URL.canParse(host)) {
    throw new TypeError(
      `"${entry}" is not host:port with a port from 1 to 65535, such as localhost:8443 or [::1]:8443`,
    );
  }
  return `${new URL(host).hostname}:${port}`;
}

/** Reads `host:port` entries, IPv6 hosts in brackets; throws a TypeError that names a malformed one. */
export function createAllowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map(parseAllowEntry));
  return {
    has: (url) => allowed.has(`${url.hostname}:${url.port || DEFAULT_PORTS[url.protocol]}`),
  };
}
