// Names that users give are resolved by c-ares, never by getaddrinfo: that blocks one of libuv's four threads for as
// long as a name server is silent, so that a few such names stop the callbacks of everyone else.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { EgressError } from './egress-error.ts';
import { openHostsFile } from './hosts-file.ts';

/**
 * Resolves a name to at least one address, IPv4 first. Rejects with an `EgressError`: the signal's reason once it is
 * aborted, else one of the reason `dns`.
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/** Options of `createNameResolver`. */
export interface NameResolverOptions {
  /** Name servers as `address` or `address:port`; defaults to the system's. */
  servers?: readonly string[] | undefined;
  hostsFile?: string;
}

const WITH_PORT = /^\[?(?<address>[^[\]]+)\]?:(?<port>\d{1,5})$/;

/**
 * Reads a name server: an address, or an address and a port, with an IPv6 address in brackets then.
 * @throws {TypeError} naming the entry when it is malformed
 */
export function parseNameServer(entry: string): string {
  const { address = '', port } = WITH_PORT.exec(entry)?.groups ?? {};
  const isWithPort = isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
  if (isIP(entry) === 0 && !isWithPort) {
    throw new TypeError(
      `"${entry}" is not an address, alone or with a port, such as 10.0.0.2 or [fd00::2]:53`,
    );
  }
  return entry;
}

/** Bound of one name, over all name servers and repetitions of a query. */
const TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 1_000;
const TRIES = 3;
/** How long addresses of one family wait for a name server that is silent about the other family. */
const OTHER_FAMILY_MS = 300;
/** Shorter than the wait before the first retry of a callback, which therefore always queries again. */
const FAILURE_TTL_MS = 5_000;
const MAX_FAILURES = 1_000;

interface Failure {
  readonly problem: string;
  readonly expiresAt: number;
}

/** Remembers the names that failed most recently, so that many callbacks to a dead name cost one timeout. */
class RecentFailures {
  readonly #failures = new Map<string, Failure>();

  describeProblem(name: string): string | undefined {
    const failure = this.#failures.get(name);
    if (failure === undefined) return undefined;
    if (failure.expiresAt > performance.now()) return failure.problem;
    this.#failures.delete(name);
    return undefined;
  }

  add(name: string, problem: string): void {
    this.#failures.delete(name);
    this.#failures.set(name, { problem, expiresAt: performance.now() + FAILURE_TTL_MS });
    // A Map keeps the order of insertion: the first is the oldest.
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
  }
}

function unresolved(name: string, problem: string, cause?: unknown): EgressError {
  return new EgressError('dns', `${name} does not resolve: ${problem}`, { cause });
}

function toAddresses(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
}

/** Queries both families at once. An IPv4 address is tried first, as most networks without a route have none for IPv6. */
async function query(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const families = [resolver.resolve4(name), resolver.resolve6(name)] as const;
  const settled = Promise.allSettled(families);
  const first = await Promise.any(families).catch(() => undefined);
  if (first !== undefined) {
    // Ends the query that is still open; what has been answered stays.
    const timer = setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS);
    await settled;
    clearTimeout(timer);
  }
  const [ipv4, ipv6] = await settled;
  const addresses = [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
}

/** Queries name servers until an answer, the timeout or an abort; `cancel` ends what is open and frees its sockets. */
async function queryInTime(
  servers: readonly string[] | undefined,
  name: string,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  // A resolver of its own, since `cancel` ends all queries of a resolver.
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, TIMEOUT_MS);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await query(resolver, name);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

const SILENT: ReadonlySet<unknown> = new Set(['ECANCELLED', 'ETIMEOUT']);

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return SILENT.has(code) ? `no name server answered within ${TIMEOUT_MS} ms` : String(code ?? error);
}

/** Creates a resolver over the hosts file and name servers, whose failures are remembered for 5 seconds. */
export function createNameResolver({
  servers,
  hostsFile = '/etc/hosts',
}: NameResolverOptions = {}): ResolveName {
  const findInHostsFile = openHostsFile(hostsFile);
  const failures = new RecentFailures();
  return async (name, signal) => {
    signal.throwIfAborted();
    const listed = findInHostsFile(name);
    if (listed.length > 0) return listed;
    const known = failures.describeProblem(name);
    if (known !== undefined) throw unresolved(name, known);
    try {
      const addresses = await queryInTime(servers, name, signal);
      signal.throwIfAborted();
      return addresses;
    } catch (cause) {
      signal.throwIfAborted();
      const problem = describe(cause);
      failures.add(name, problem);
      throw unresolved(name, problem, cause);
    }
  };
}
