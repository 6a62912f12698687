import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type ConnectionOptions, connect } from './connect.ts';
import { EgressError } from './egress-error.ts';

/** Describes the request of one exchange. */
export interface ExchangeRequest {
  method: string;
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal: AbortSignal;
}

function requestHeaders({ headers, body }: ExchangeRequest): OutgoingHttpHeaders {
  return body === undefined ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) };
}

/**
 * Sends a request and gives its response as soon as the head is there, rejecting with an `EgressError`.
 * An abort of the signal, whose reason must be an `EgressError`, destroys the response with that reason.
 */
export async function openExchange(
  exchange: ExchangeRequest,
  connection: ConnectionOptions,
): Promise<IncomingMessage> {
  const { url, method, body, signal } = exchange;
  signal.throwIfAborted();
  const socket = await connect(url, connection, signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, { method, headers: requestHeaders(exchange), createConnection: () => socket });
  let response: IncomingMessage | undefined;
  const abort = () => (response ?? request).destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
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

/** Yields a response's body, turning every failure on the way into an `EgressError`. */
export async function* readChunks(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk;
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError('protocol', 'the peer closed the connection within its response', { cause: error });
  }
}
