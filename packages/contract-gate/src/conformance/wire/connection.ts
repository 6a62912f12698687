// Connections to the server under test: their certificates, and the proxy between.
import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates, type SecureContextOptions } from 'node:tls';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { TlsOptions } from '../conformance.ts';

export interface ConnectionOptions {
  server: URL;
  tls?: TlsOptions | undefined;
  /** The HTTP proxy that forwards the requests. */
  proxy?: URL | undefined;
  /** The source of time; that of the system by default. */
  clock?: Clock | undefined;
}

// Reads the address of the socket of a server.
function readAddress({ hostname, port, protocol }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** Creates a pool of connections to a server, or to its proxy. */
export function createPool(
  { server, tls, proxy }: ConnectionOptions,
  { timeoutMs, ...limits }: { timeoutMs: number; connections?: number },
): Dispatcher {
  const connect = { ...readContext(tls), timeout: timeoutMs };
  // Each exchange has a time limit of its own, for all of it.
  const shared = { ...limits, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  if (!proxy) return new Pool(server.origin, { ...shared, connect });
  const isSecure = server.protocol === 'https:';
  return new ProxyAgent({ ...shared, uri: proxy.href, requestTls: connect, proxyTunnel: isSecure });
}

/** Opens a socket to the server, or to its proxy. */
export function openSocket({ server, tls, proxy }: ConnectionOptions, isHalfOpen = false): Socket {
  const address = readAddress(proxy ?? server);
  if (proxy || server.protocol !== 'https:') return connectSocket({ ...address, allowHalfOpen: isHalfOpen });
  const servername = /^[\d.]+$|:/.test(address.host) ? {} : { servername: address.host };
  return connectTls({ ...address, ...servername, ...readContext(tls) });
}

function readContext({ insecure = false, ca, cert, key }: TlsOptions = {}): SecureContextOptions & {
  rejectUnauthorized: boolean;
} {
  return {
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
