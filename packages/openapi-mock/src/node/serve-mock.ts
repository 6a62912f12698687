// Serves a mock over HTTP with Node.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MockReply, type MockRequest, replyJson } from '../exchange.ts';
import type { Mock } from '../mock-api.ts';
import { findRefusal, isAllowedOrigin } from './find-refusal.ts';
import { MockNotServedError } from './mock-not-served-error.ts';
import { readNodeRequest, writeNodeReply } from './node-exchange.ts';
import { requireCallers } from './require-callers.ts';

/** Settings of a server. */
export interface ServeOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** Origins of pages, beside those of this machine, that may call the mock. */
  allowOrigins?: readonly string[];
  /** Host names with a dot, beside those of this machine, that requests may have. */
  allowHosts?: readonly string[];
  /** Receives a line for each request. */
  log?: ((line: string) => void) | undefined;
}

/** A mock that is served; `stop` resolves when the server is closed and may be called again. */
export interface ServedMock extends AsyncDisposable {
  url: string;
  stop: () => Promise<void>;
}

/** The part of a mock that is served. */
type Served = Pick<Mock, 'close' | 'handle'>;

/** Serves a mock; throws MockNotServedError if the port cannot be used, and CallerInvalidError. */
export async function serveMock(mock: Served, options: ServeOptions = {}): Promise<ServedMock> {
  const listener = createAnswer(mock, options);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const url = await listen(server, options);
  const stop = async () => {
    mock.close();
    await close(server);
  };
  return { url, stop, [Symbol.asyncDispose]: stop };
}

function createAnswer(mock: Served, { allowOrigins = [], allowHosts = [], log }: ServeOptions) {
  const rules = { allowOrigins, allowHosts };
  requireCallers(rules);
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const read = readNodeRequest(incoming);
    const request = { ...read, refusal: findRefusal(read, rules) };
    const { method, headers, url } = request;
    const { origin } = headers;
    const isAllowed = origin !== undefined && isAllowedOrigin(origin, rules);
    const reply =
      origin !== undefined && isPreflight(request)
        ? answerPreflight(request, isAllowed)
        : await mock.handle(request).catch(describeFailure);
    log?.(`${method} ${url.pathname} -> ${reply.isLost ? 'lost' : reply.status}`);
    try {
      writeNodeReply(outgoing, isAllowed ? withCors(reply, origin) : reply, method);
    } catch (error) {
      // Node refuses headers that HTTP cannot carry, such as those of an example with letters beyond Latin-1.
      writeNodeReply(outgoing, describeFailure(error), method);
    }
  };
}

function isPreflight({ method, headers }: MockRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight({ headers }: MockRequest, isAllowed: boolean): MockReply {
  if (!isAllowed) return { status: 403, headers: {} };
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': headers['access-control-request-method'] ?? 'GET',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '600',
    },
  };
}

function withCors(reply: MockReply, origin: string): MockReply {
  const { vary, ...headers } = reply.headers;
  const exposed = Object.keys(reply.headers).join(', ');
  const cors = { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed };
  return {
    ...reply,
    headers: { ...headers, ...cors, vary: vary === undefined ? 'Origin' : `${vary}, Origin` },
  };
}

function describeFailure(error: unknown): MockReply {
  const message = error instanceof Error ? error.message : String(error);
  const body = { type: 'about:blank', title: `The mock failed: ${message}`, status: 500 };
  return replyJson(500, body, 'application/problem+json');
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServeOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code, message } = Object(cause);
    const reason = code === 'EADDRINUSE' ? 'it is already in use.' : message;
    throw new MockNotServedError(`The mock cannot listen on port ${port} of ${host}: ${reason}`, { cause });
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
