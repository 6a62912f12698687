import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { type ConnectionOptions, connect } from './connect.ts';
import { EgressError } from './egress-error.ts';
import type { DialedRequest, KeptConnections } from './kept-connections.ts';

/** Describes the request of one exchange. */
export interface ExchangeRequest {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal: AbortSignal;
}

/** Informational responses (1xx) before a response. Node creates a message of each: a peer that sent them without end took a core. */
const MAX_INFORMATIONAL = 100;
/**
 * Bytes of a response beside its body, such as sizes of chunks, and their share of the body. Node handles each chunk by itself: one
 * download in chunks of a byte took a core.
 */
const MAX_OVERHEAD = { bytes: 32 * 1024, shareOfBody: 1 / 16 };

/** Errors of a kept connection that its receiver had closed before it read the request. */
const STALE_CODES = new Set(['ECONNRESET', 'EPIPE']);

function requestHeaders({ headers, body }: ExchangeRequest): OutgoingHttpHeaders {
  return body === undefined ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) };
}

/**
 * Sends a request and gives its response as soon as the head is there, rejecting with an `EgressError`.
 * An abort of the signal, whose reason must be an `EgressError`, destroys the response with that reason.
 * @param kept connections to choose from, and to add to; if omitted, the exchange has a connection of its own. A request
 *   that finds its connection closed is sent once more, so the receiver must accept repetitions.
 */
export async function openExchange(
  exchange: ExchangeRequest,
  connection: ConnectionOptions,
  kept?: KeptConnections,
): Promise<IncomingMessage> {
  const { url, method, signal } = exchange;
  signal.throwIfAborted();
  const common = { method, headers: requestHeaders(exchange) };
  if (kept === undefined) {
    const socket = await connect(url, connection, signal);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return readHead(send(url, { ...common, createConnection: () => socket }), exchange);
  }
  const dialed: DialedRequest = { ...common, agent: kept, dial: () => connect(url, connection, signal) };
  const request = requestHttps(url, dialed);
  try {
    return await readHead(request, exchange);
  } catch (error) {
    if (!request.reusedSocket || !isStale(error)) throw error;
    return await openExchange(exchange, connection);
  }
}

function isStale(error: unknown): boolean {
  if (!(error instanceof EgressError)) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && STALE_CODES.has(String(cause.code));
}

function readHead(request: ClientRequest, { body, signal }: ExchangeRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | undefined;
  const abort = () => (response ?? request).destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational <= MAX_INFORMATIONAL) return;
    const problem = `the peer sent more than ${MAX_INFORMATIONAL} informational responses`;
    request.destroy(new EgressError('protocol', problem));
  });
  request.once('response', (head) => {
    response = head;
    // An abort before anyone reads must wait for the reader, not end the process.
    head.on('error', () => undefined);
    resolve(head);
  });
  request.on('error', (error) => {
    reject(
      error instanceof EgressError ? error : new EgressError('protocol', error.message, { cause: error }),
    );
  });
  request.once('close', () => {
    signal.removeEventListener('abort', abort);
    // Node reports a peer that switches protocols by nothing but this event.
    reject(new EgressError('protocol', 'the peer closed the connection without a response'));
  });
  request.end(body);
  return promise;
}

/**
 * Yields a response's body, turning every failure on the way into an `EgressError`. A body that is sent in very small chunks is
 * a failure.
 */
export async function* readChunks(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const { socket } = response;
  // Includes what arrived with the head.
  const received = socket.bytesRead;
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += chunk.byteLength;
      const overhead = socket.bytesRead - received - bytes - response.readableLength;
      if (overhead > MAX_OVERHEAD.bytes + bytes * MAX_OVERHEAD.shareOfBody) {
        throw new EgressError('protocol', 'the peer sent its body in very small chunks');
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError('protocol', 'the peer closed the connection within its response', { cause: error });
  }
}
