// Forwards requests to a server, and copies what passes: bodies are streamed through, and long ones are not kept.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { type ConnectionOptions, createPool } from '../conformance/wire/connection.ts';
import { readHeaderFields } from '../conformance/wire/exchange.ts';
import { isLoopbackHost } from '../conformance/wire/proxy.ts';
import { findHeader, type HeaderFields } from '../conformance/wire/wire.ts';
import { UsageError } from '../usage-error.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** Settings of a proxy. */
export interface ForwardingOptions {
  /** The server that requests are forwarded to; the path of its URL precedes theirs. */
  connection: ConnectionOptions;
  /** 127.0.0.1 by default. */
  host?: string | undefined;
  /** 0, the default, takes a free port. */
  port?: number | undefined;
  /** Receives each exchange at its end. */
  onExchange: (exchange: TrafficExchange) => void;
  /** Receives the reason why a request got no response. */
  onFailure: (reason: string) => void;
}

/** A proxy that listens; its disposal ends all exchanges. */
export interface ForwardingProxy extends AsyncDisposable {
  url: string;
}

const CONNECT_MS = 30_000;
const MOST_BYTES = 2 ** 20;

/** Starts a proxy in front of a server. Throws UsageError if the port cannot be used. */
export async function startForwardingProxy(options: ForwardingOptions): Promise<ForwardingProxy> {
  const { connection, host = '127.0.0.1', port = 0 } = options;
  const pool = createPool(connection, { timeoutMs: CONNECT_MS });
  const exchanges = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    const exchange = forward({ incoming, outgoing }, pool, options).finally(() => exchanges.delete(exchange));
    exchanges.add(exchange);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise.catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`The proxy cannot listen on port ${port} of ${host}: ${cause.code}.`, { cause });
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${ownPort}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all(exchanges);
      await pool.destroy();
    },
  };
}

interface NodeExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

async function forward(
  { incoming, outgoing }: NodeExchange,
  pool: Dispatcher,
  { connection: { server }, onExchange, onFailure }: ForwardingOptions,
): Promise<void> {
  const { method = 'GET', rawHeaders } = incoming;
  if (isForeignName(incoming)) return void outgoing.writeHead(421).end();
  const target = readTarget(incoming, server);
  const headers = readHeaderFields(rawHeaders);
  const [sent, received] = [new BodyCopy(), new BodyCopy()];
  const closed = new AbortController();
  outgoing.once('close', () => closed.abort());
  let response: Pick<TrafficExchange['response'], 'headers' | 'status'> | undefined;
  try {
    const { origin } = server;
    const path = `${target.pathname}${target.search}`;
    const {
      statusCode,
      headers: raw,
      body,
    } = await pool.request({
      origin,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: toFlat(headers.filter(([name]) => name.toLowerCase() !== 'host')),
      body: hasBody(headers) ? incoming.pipe(sent) : null,
      signal: closed.signal,
      responseHeaders: 'raw',
    });
    response = { status: statusCode, headers: readHeaderFields(raw as unknown as string[]) };
    outgoing.writeHead(statusCode, toFlat(response.headers));
    await pipeline(body as Readable, received, outgoing);
  } catch (error) {
    if (response) outgoing.destroy();
    else if (!closed.signal.aborted) {
      onFailure(
        `${server.origin} does not respond: ${error instanceof Error ? error.message : String(error)}`,
      );
      outgoing.writeHead(502).end();
    }
  }
  const request = { headers, body: hasBody(headers) ? sent.bytes : Buffer.alloc(0) };
  if (response) onExchange({ method, url: target, request, response: { ...response, body: received.bytes } });
}

// A page can give a name of its own the address of this machine; a client of the proxy uses an address, or a name without a dot.
function isForeignName({ headers: { host = '' } }: IncomingMessage): boolean {
  const url = `http://${host}`;
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  return hostname.includes('.') && !isLoopbackHost(hostname) && isIP(hostname) === 0;
}

function readTarget({ url = '/' }: IncomingMessage, server: URL): URL {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  // A path may begin with two slashes, which a relative URL reads as a host.
  const { pathname, search } = new URL(`${server.origin}${path.startsWith('/') ? '' : '/'}${path}`);
  return new URL(`${server.origin}${server.pathname.replace(/\/+$/, '')}${pathname}${search}`);
}

function hasBody(headers: HeaderFields): boolean {
  return ['content-length', 'transfer-encoding'].some((name) => findHeader({ headers }, name) !== undefined);
}

// RFC 9110, section 7.6.1; the proxy itself answers Expect.
const HOP_BY_HOP = /^(?:connection|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

function toFlat(headers: HeaderFields): string[] {
  const listed = (findHeader({ headers }, 'connection') ?? '').toLowerCase().split(/\s*,\s*/);
  const forwarded = headers.filter(
    ([name]) => !HOP_BY_HOP.test(name) && !listed.includes(name.toLowerCase()),
  );
  return forwarded.flat();
}

/** Passes a body on, and keeps a copy of a short one. */
class BodyCopy extends Transform {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isComplete = false;

  /** The bytes; undefined if the body is not complete or too long. */
  get bytes(): Buffer | undefined {
    return this.#isComplete && this.#size <= MOST_BYTES ? Buffer.concat(this.#chunks) : undefined;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size <= MOST_BYTES) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#isComplete = true;
    done();
  }
}
