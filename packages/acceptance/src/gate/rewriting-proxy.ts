// Stands before the service and changes single answers of it: a service with one fault that a client can see.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

/** What was asked of the service. */
export interface ProxiedRequest {
  method: string;
  path: string;
  headers: Headers;
}

/** An answer of the service before it is passed on. */
export interface ProxiedReply {
  status: number;
  headers: Headers;
  /** The body, JSON or text. */
  text: string;
}

/** A fault: gives the answer that is passed on, and may ask the service for another request first. */
export interface Fault {
  request?: (request: ProxiedRequest) => void;
  reply?: (reply: ProxiedReply, request: ProxiedRequest) => void;
}

/** A running proxy; disposing of it stops it. */
export interface RewritingProxy extends AsyncDisposable {
  url: string;
  /** Has one fault from now on. */
  break: (fault: Fault) => void;
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'];

function endToEnd(pairs: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] ?? '';
    if (!HOP_BY_HOP.includes(name.toLowerCase())) headers.append(name, pairs[index + 1] ?? '');
  }
  return headers;
}

/** Starts a proxy without a fault before a service. */
export async function startRewritingProxy(service: string): Promise<RewritingProxy> {
  let fault: Fault = {};
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming;
    const request = { method, path, headers: endToEnd(incoming.rawHeaders) };
    const body = await buffer(incoming);
    fault.request?.(request);
    const sent = { method: request.method, headers: Object.fromEntries(request.headers) };
    const outward = requestOf(new URL(request.path, service), sent).end(body);
    const [answer] = (await once(outward, 'response')) as [IncomingMessage];
    const headers = endToEnd(answer.rawHeaders);
    const reply = { status: answer.statusCode ?? 502, headers, text: await text(answer) };
    fault.reply?.(reply, request);
    outgoing.writeHead(reply.status, [...reply.headers].flat());
    outgoing.end(method === 'HEAD' ? undefined : reply.text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    break: (next) => {
      fault = next;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
