import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from '@modelcontextprotocol/server';

/** The path of the endpoint. */
const ENDPOINT = '/mcp';

/** Settings of a server of streamable HTTP. */
export interface HttpOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** Names of hosts that requests may name, in addition to those of this machine. */
  allowedHosts?: readonly string[];
  /** Receives a line for each error. */
  log?: (line: string) => void;
}

/** Tools that are served at `url`, the endpoint; `stop` resolves when the server is closed. */
export interface ServedTools extends AsyncDisposable {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Serves tools over streamable HTTP at `/mcp`. Requests for other hosts, or from pages of them, are rejected with 403 (DNS
 * rebinding). Rejects with the error of Node if the port is taken.
 */
export async function serveHttp(factory: McpServerFactory, options: HttpOptions = {}): Promise<ServedTools> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], log } = options;
  const handler = createMcpHandler(factory, { onerror: (error) => log?.(error.message) });
  // `URL` gives names in lower case.
  const names = allowedHosts.map((name) => name.toLowerCase());
  const hosts = [...localhostAllowedHostnames(), ...names];
  const origins = [...localhostAllowedOrigins(), ...names];
  const fetch = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, hosts) ??
    originValidationResponse(request, origins) ??
    (new URL(request.url).pathname === ENDPOINT
      ? handler.fetch(request)
      : new Response(`Not found. The endpoint is ${ENDPOINT}.`, { status: 404 }));
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: taken } = server.address() as AddressInfo;
  const stop = async () => {
    await handler.close();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${ENDPOINT}`;
  return { url, stop, [Symbol.asyncDispose]: stop };
}
