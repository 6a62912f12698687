// The rule for URLs before anything is resolved: it reports a mistake at submission. The connection itself checks the
// address that a name resolves to.
import { type BlockList, isIPv4 } from 'node:net';
import type { EgressReason } from './egress-error.ts';

/** Lists the schemes that a URL may have. */
export type Protocols = readonly ['https:'] | readonly ['https:', 'http:'];

/** Problem of a URL; `problem` completes a sentence that starts with the field's name. */
interface UrlProblem {
  reason: Extract<EgressReason, 'invalid_url' | 'blocked_address'>;
  problem: string;
}

/** Checks a URL without resolving its name: null, or the problem and what is allowed (RES-4, EVT-7). */
type UrlRule = (url: string, protocols: Protocols) => UrlProblem | null;

const LOCAL_DOMAINS = [
  ...['localhost', 'localdomain', 'local', 'internal', 'home.arpa'],
  // In use on private networks, and never in the public root (RFC 6762, appendix G).
  ...['intranet', 'private', 'corp', 'home', 'lan'],
  'svc', // services of a Kubernetes cluster
];

function isLocalName(hostname: string): boolean {
  return (
    !hostname.includes('.') ||
    hostname.endsWith('.') ||
    LOCAL_DOMAINS.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  );
}

function invalid(problem: string): UrlProblem {
  return { reason: 'invalid_url', problem };
}

/** The limit of the contract, and more than browsers and proxies reliably pass on. */
const MAX_URL_LENGTH = 2_048;
/** Limits of a name without its trailing dot, and of each label (RFC 1035, 2.3.4). */
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** Checks the host in the form that is resolved: in lower case, and each label of other letters in Punycode. */
function checkHostLength(hostname: string): UrlProblem | null {
  if (hostname.length > MAX_HOST_LENGTH) {
    return invalid(`must name a host of at most ${MAX_HOST_LENGTH} characters (got ${hostname.length})`);
  }
  const longest = Math.max(...hostname.split('.').map((label) => label.length));
  if (longest > MAX_LABEL_LENGTH) {
    return invalid(
      `must name a host whose labels have at most ${MAX_LABEL_LENGTH} characters (got ${longest})`,
    );
  }
  return null;
}

function checkAddress(hostname: string, blockList: BlockList): UrlProblem | null {
  // The URL parser has already turned octal, hexadecimal, decimal and short forms into four decimal numbers.
  const blocked = isIPv4(hostname)
    ? blockList.check(hostname, 'ipv4')
    : blockList.check(hostname.slice(1, -1), 'ipv6');
  if (!blocked) return null;
  const problem = `must not point to a private, loopback, link-local or otherwise reserved address (${hostname}); use a public host`;
  return { reason: 'blocked_address', problem };
}

function checkName(hostname: string): UrlProblem | null {
  if (!isLocalName(hostname)) return null;
  return invalid(
    `must name a public host by its full domain name without a trailing dot, such as hooks.example.com, not ${hostname}`,
  );
}

/** Checks the parts of a URL that do not depend on the address of the host. */
function checkForm(url: URL, protocols: Protocols): UrlProblem | null {
  if (!protocols.some((protocol) => protocol === url.protocol)) {
    return invalid(`must be an ${listSchemes(protocols)} URL, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username || url.password) return invalid('must not carry a user name or password');
  if (url.port === '0') return invalid('must not name port 0');
  return checkHostLength(url.hostname);
}

function listSchemes(protocols: Protocols): string {
  return protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
}

/** Creates the rule over the refused addresses and the host and port pairs freed from them. */
export function createUrlRule(blockList: BlockList, allowList: AllowList): UrlRule {
  return (text, protocols) => {
    if (text.length > MAX_URL_LENGTH) {
      return invalid(`must be at most ${MAX_URL_LENGTH} characters (got ${text.length})`);
    }
    const url = URL.parse(text);
    if (!url) return invalid(`must be an absolute ${listSchemes(protocols)} URL`);
    const problem = checkForm(url, protocols);
    if (problem || allowList.has(url)) return problem;
    const isAddress = isIPv4(url.hostname) || url.hostname.startsWith('[');
    return isAddress ? checkAddress(url.hostname, blockList) : checkName(url.hostname);
  };
}

/** Reports whether a URL leads to exactly one of the host and port pairs that the operator allowed. */
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
