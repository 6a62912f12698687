/**
 * The listening side of HTTP: time limits of clients, and the error body for bytes that are not a request, which Node
 * itself would answer without a body.
 */
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createRequestId, REQUEST_ID_HEADER } from '../telemetry/tracing.ts';
import { boundRequests } from './bounded-request.ts';
import { readDescriptorLimit } from './descriptor-limit.ts';
import type { TakeTurn } from './request-turns.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1_000;
/** A connection without traffic ends after this time, such as that of a client that stopped reading its response. */
const SILENCE_MS = 120_000;
/**
 * An idle connection closes this much later than clients are told, so that no request meets a connection that closes just
 * then, however late client or server get to it.
 */
const KEEP_ALIVE_BUFFER_MS = 15_000;
/** A refused client may continue to send for this time: closing at once could destroy the response before it is read. */
const LINGER_MS = 1_000;

/** An idle connection takes some 17 kB. */
const MOST_CONNECTIONS = 20_000;
/** Share of the process's descriptors that clients may take: the database, files and callbacks need the others. */
const CONNECTION_SHARE = 0.75;

function limitConnections(): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(readDescriptorLimit() * CONNECTION_SHARE));
}

/** Limits of a server's requests. */
export interface HttpServerOptions {
  /** The longest time that a whole request may take to arrive. */
  readonly requestTimeoutMs: number;
  /** Takes the turn in which a body ends. */
  readonly takeTurn: TakeTurn;
  /** The body that says what is malformed, as JSON. */
  readonly writeProblem: (reason: string) => string;
}

/** Creates a server that does not listen yet. */
export function createHttpServer(
  listener: RequestListener,
  { requestTimeoutMs, takeTurn, writeProblem }: HttpServerOptions,
): Server {
  /** The latest response of a connection, until it and its request have ended. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  const refuseRest = (socket: Duplex, reason: string) => {
    refused.add(socket);
    refuseInTurn(latest.get(socket), socket, writeProblem(reason));
  };
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MS,
    // The listener refuses a request without Host itself, with the contract's error.
    requireHostHeader: false,
    // Otherwise the first one of several would count where the app sees all of them.
    joinDuplicateHeaders: true,
    // Requests without a body have no events of one.
    optimizeEmptyRequests: true,
    IncomingMessage: boundRequests(({ socket }, reason) => refuseRest(socket, reason), takeTurn),
  });
  server.timeout = SILENCE_MS;
  server.maxConnections = limitConnections();
  const forget = function (this: ServerResponse) {
    const { socket, complete } = this.req;
    if (complete && latest.get(socket) === this) latest.delete(socket);
  };
  server.on('request', (request, response) => {
    const { socket } = request;
    // Node reads what follows a refused request: it may be the body of that one.
    if (refused.has(socket)) return;
    const problem = describeFraming(request);
    if (problem !== undefined) return refuseRest(socket, problem);
    latest.set(socket, response);
    // Each garbage collection copies responses that connections hold.
    response.on('finish', forget);
    listener(request, response);
  });
  server.on('checkExpectation', ({ socket }) => refuseRest(socket, 'Expect must be 100-continue'));
  server.on('connect', (_, socket) => refuseRest(socket, 'CONNECT is not supported'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Browsers open spare connections, and would show an answer to a request that they have not sent.
    if (isUnused(socket)) socket.destroy();
    if (!socket.destroyed && !refused.has(socket)) {
      refuseRest(socket, describeReason(error, requestTimeoutMs));
    }
  });
  return server;
}

/** Describes a version or a transfer coding that Node reads and other servers read differently, or not at all (RFC 9112, section 6.1). */
function describeFraming({ httpVersion, headers }: IncomingMessage): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return `HTTP must be of version 1.0 or 1.1 (got ${httpVersion})`;
  }
  const coding = headers['transfer-encoding'];
  if (coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')) return undefined;
  return `Transfer-Encoding must be chunked, and needs HTTP/1.1 (got ${coding} in HTTP/${httpVersion})`;
}

function isUnused(socket: Duplex): boolean {
  return socket instanceof Socket && socket.bytesRead === 0;
}

function describeReason(
  { code, message, ...error }: NodeJS.ErrnoException,
  requestTimeoutMs: number,
): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return `not received within ${requestTimeoutMs / 1000} seconds`;
  if (code === 'HPE_HEADER_OVERFLOW') return `headers are larger than ${maxHeaderSize} bytes`;
  return 'reason' in error && typeof error.reason === 'string' ? error.reason : message;
}

/** Keeps the order of responses: what is malformed is refused after the responses to the requests before it. */
function refuseInTurn(latest: ServerResponse | undefined, socket: Duplex, body: string): void {
  const refuseNow = () => writeRefusal(socket, body);
  if (latest === undefined || (latest.req.complete && latest.writableFinished)) {
    refuseNow();
  } else if (latest.req.complete) {
    // Not `close`: a request that waits removes the listeners of that event.
    latest.once('finish', refuseNow);
  } else if (latest.headersSent) {
    // The response was sent already; another one would be read as that of the next request.
    endAfterLinger(socket);
  } else if (latest.socket === null) {
    // Node assigns the connection to one response after another.
    latest.prependOnceListener('socket', refuseNow);
  } else refuseNow();
}

/** Writes the response to the bare connection and ends it. */
function writeRefusal(socket: Duplex, body: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
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
  endAfterLinger(socket);
}

function endAfterLinger(socket: Duplex): void {
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
