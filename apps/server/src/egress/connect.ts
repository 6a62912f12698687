// Opens connections. The TCP socket checks the block list for the address that it is about to connect to, so a name that
// resolves to another address than a moment ago gains nothing. TLS is laid over that socket here because `tls.connect`,
// and with it `https.request`, drops the option without a word (Node 24.21).
import { once } from 'node:events';
import { type BlockList, isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type SecureContext } from 'node:tls';
import { EgressError } from './egress-error.ts';
import type { ResolveName } from './resolve-name.ts';

/** Says how a connection is made: what it refuses, how it resolves names, and whom it trusts. */
export interface ConnectionOptions {
  blockList?: BlockList;
  resolveName: ResolveName;
  secureContext?: SecureContext;
}

// Node tries the addresses of a name one after the other and by default gives each but the last 250 ms,
// less than a handshake across an ocean may take.
const ATTEMPT_TIMEOUT_MS = 2_000;

async function established(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal) {
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}

function listCodes(error: Error & { code?: unknown }): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(listCodes) : [error.code];
}

const EXHAUSTED_CODES: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'EADDRNOTAVAIL',
  'ENOBUFS',
  'ENOMEM',
]);

function toConnectError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof EgressError) return error;
  const codes = listCodes(error);
  if (codes.every((code) => code === 'ERR_IP_BLOCKED')) {
    return new EgressError('blocked_address', 'the host resolves to no public address', { cause: error });
  }
  const reason = codes.some((code) => EXHAUSTED_CODES.has(code)) ? 'exhausted' : 'connect';
  return new EgressError(reason, error.message || codes.join(', '), { cause: error });
}

/** Gives the socket a resolver of ours, which the signal ends together with the connection. */
function createLookup(resolveName: ResolveName, signal: AbortSignal): LookupFunction {
  return (name, options, callback) => {
    resolveName(name, signal).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new EgressError('dns', `${name} does not resolve`), '');
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

function readHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

async function connectTcp(url: URL, options: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
  const { blockList, resolveName } = options;
  const socket = openTcp({
    host: readHost(url),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
    lookup: createLookup(resolveName, signal),
    ...(blockList && { blockList }),
  });
  try {
    await established(socket, 'connect', signal);
    return socket;
  } catch (error) {
    throw toConnectError(error);
  }
}

/** Opens a TCP connection, with TLS over it for https, rejecting with an `EgressError`. */
export async function connect(url: URL, options: ConnectionOptions, signal: AbortSignal): Promise<Socket> {
  const tcp = await connectTcp(url, options, signal);
  if (url.protocol !== 'https:') return tcp;
  const host = readHost(url);
  const { secureContext } = options;
  const socket = openTls({
    socket: tcp,
    // The certificate must name this host; an address is no name to ask for (RFC 6066).
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(secureContext && { secureContext }),
    rejectUnauthorized: true,
  });
  try {
    await established(socket, 'secureConnect', signal);
    return socket;
  } catch (error) {
    tcp.destroy();
    if (!(error instanceof Error) || error instanceof EgressError) throw error;
    throw new EgressError('tls', error.message, { cause: error });
  }
}
