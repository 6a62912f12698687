import { Agent, type AgentOptions, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';

/** Options of a request whose connection, if none is kept, is opened by `dial`. */
export interface DialedRequest extends RequestOptions {
  readonly dial: () => Promise<Duplex>;
}

/** Shorter than the 5 seconds for which Node's own servers, and many others, keep an idle connection. */
const IDLE_MS = 4_000;
/** Idle connections, at most, of one receiver and of all. */
const MAX_IDLE = { receiver: 32, total: 256 };

/**
 * TLS connections that stay open for four seconds after a response, for the next request to the same host and port. The
 * address and the certificate of each were checked when it was opened. A connection whose receiver sends anything
 * after a response is closed.
 */
export class KeptConnections extends Agent {
  constructor(options: Pick<AgentOptions, 'timeout'> = {}) {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE.receiver, ...options });
  }

  override createConnection(
    options: RequestOptions & Partial<DialedRequest>,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    // `Agent` ignores the stream of an error.
    const fail = callback as ((error: Error) => void) | undefined;
    options.dial?.().then((socket) => callback?.(null, socket), fail);
    return null;
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).flat().length;
    if (idle >= MAX_IDLE.total) return false;
    const isKept: unknown = super.keepSocketAlive(socket);
    return isKept !== false;
  }
}
