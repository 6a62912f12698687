/**
 * The listening side of HTTP: how long a client may take, and what it is told when what it sends is no request. Node
 * itself would answer that without a body.
 */
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { createRequestId, REQUEST_ID_HEADER } from '../telemetry/tracing.ts';
import { invalidRequest } from './errors.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
/** After so much silence a connection ends, such as that of a client that stopped reading its answer. */
const SILENCE_MS = 120_000;
/** So long a refused client may go on sending, as closing at once could take the refusal from it. */
const LINGER_MS = 1_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Creates a server that waits `requestTimeoutMs` at most for a whole request. */
export function createHttpServer(
  listener: RequestListener,
  { requestTimeoutMs }: { readonly requestTimeoutMs: number },
): Server {
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // The listener refuses a request without Host itself, with the contract's error.
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = SILENCE_MS;
  const latest = new WeakMap<Duplex, Exchange>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => latest.set(request.socket, { request, response }));
  server.on('checkExpectation', ({ socket }) =>
    refuseInTurn(latest.get(socket), socket, 'Expect must be 100-continue'),
  );
  server.on('connect', (_, socket) => refuse(socket, 'CONNECT is not supported'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    refuseInTurn(latest.get(socket), socket, reasonOf(error, requestTimeoutMs));
  });
  return server;
}

function reasonOf({ code, message, ...error }: NodeJS.ErrnoException, requestTimeoutMs: number): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return `not received within ${requestTimeoutMs / 1000} seconds`;
  if (code === 'HPE_HEADER_OVERFLOW') return `headers are larger than ${maxHeaderSize} bytes`;
  return 'reason' in error && typeof error.reason === 'string' ? error.reason : message;
}

/** Keeps the order of answers: what follows a whole request is refused after that one's answer. */
function refuseInTurn(exchange: Exchange | undefined, socket: Duplex, reason: string): void {
  if (exchange === undefined || (exchange.request.complete && exchange.response.writableFinished)) {
    refuse(socket, reason);
  } else if (exchange.request.complete) {
    exchange.response.once('close', () => refuse(socket, reason));
  } else if (exchange.response.headersSent) {
    // It has its answer already, and this would be taken for the next one's.
    socket.destroy();
  } else refuse(socket, reason);
}

/** Answers on the bare connection, and ends it. */
function refuse(socket: Duplex, reason: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(invalidRequest(`Malformed request: ${reason}.`).body);
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json',
      `${REQUEST_ID_HEADER}: ${createRequestId()}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      `\r\n${body}`,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
