// Serves a mock over HTTP with Node.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { isLoopback } from '../time/callback-guard.ts';
import { MockNotServedError } from './mock-not-served-error.ts';

/** Settings of a server. */
export interface ServeOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** Origins of pages, beside those of this machine, that may call the mock. */
  allowOrigins?: readonly string[];
  /** Receives a line for each request. */
  log?: ((line: string) => void) | undefined;
}

/** A mock that is served; `stop` resolves when the server is closed and may be called again. */
export interface ServedMock extends AsyncDisposable {
  url: string;
  stop: () => Promise<void>;
}

/** The part of a mock that is served. */
interface Served {
  fetch: (request: Request) => Promise<Response>;
  close?: () => void;
}

interface NodeBindings {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Serves a mock; throws MockNotServedError if the port cannot be used. */
export async function serveMock(mock: Served, options: ServeOptions = {}): Promise<ServedMock> {
  const answer = createAnswer(mock, options);
  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings as NodeBindings),
    overrideGlobalObjects: false,
  }) as Server;
  const url = await listen(server, options);
  const stop = async () => {
    mock.close?.();
    await close(server);
  };
  return { url, stop, [Symbol.asyncDispose]: stop };
}

function createAnswer(mock: Served, { allowOrigins = [], log }: ServeOptions) {
  return async (request: Request, { outgoing }: NodeBindings): Promise<Response> => {
    const origin = request.headers.get('origin');
    const isAllowed = origin !== null && (isLocalPage(origin) || allowOrigins.includes(origin));
    const response =
      origin !== null && isPreflight(request)
        ? answerPreflight(request, isAllowed)
        : await mock.fetch(request).catch(describeFailure);
    log?.(
      `${request.method} ${new URL(request.url).pathname} -> ${response.type === 'error' ? 'lost' : response.status}`,
    );
    // A network error has no other form in HTTP than a connection that is cut.
    if (response.type === 'error') {
      outgoing.destroy();
      return new Response(null);
    }
    return isAllowed ? withCors(response, origin) : response;
  };
}

function isLocalPage(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

function answerPreflight({ headers }: Request, isAllowed: boolean): Response {
  if (!isAllowed) return new Response(null, { status: 403 });
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': headers.get('access-control-request-method') ?? 'GET',
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '600',
    },
  });
}

function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', [...response.headers.keys()].join(', '));
  headers.append('vary', 'Origin');
  return new Response(response.body, { status: response.status, headers });
}

function describeFailure(error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error);
  const body = { type: 'about:blank', title: `The mock failed: ${message}`, status: 500 };
  return new Response(JSON.stringify(body), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });
}

async function listen(server: Server, { port = 0, host = '127.0.0.1' }: ServeOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new MockNotServedError(`The mock cannot listen on port ${port} of ${host}.`, { cause });
  }
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}
