// A proxy that changes single responses of the service, which adds one fault that a client can see.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

/** The request to the service. */
export interface ProxiedRequest {
  method: string;
  path: string;
  headers: Headers;
  body: Buffer;
}

/** An answer of the service before it is passed on. */
export interface ProxiedReply {
  status: number;
  headers: Headers;
  /** The body, JSON or text. */
  text: string;
}

/** A fault: changes a request before the service sees it, or the answer before it is passed on. */
export interface Fault {
  request?: (request: ProxiedRequest) => void;
  reply?: (reply: ProxiedReply, request: ProxiedRequest) => void;
}

/** A running proxy; disposing of it stops it. */
export interface RewritingProxy<TFault = Fault> extends AsyncDisposable {
  url: string;
  /** Has one fault from now on. */
  break: (fault: TFault) => void;
}

const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'];

/** Reads headers without those that are of one connection. */
export function endToEnd(pairs: readonly string[]): Headers {
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
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url: path = '/' } = incoming;
    const sent = { method, path, headers: endToEnd(incoming.rawHeaders), body: await buffer(incoming) };
    fault.request?.(sent);
    const options = { method: sent.method, headers: Object.fromEntries(sent.headers) };
    const outward = requestOf(new URL(sent.path, service), options).end(sent.body);
    const [answer] = (await once(outward, 'response')) as [IncomingMessage];
    const headers = endToEnd(answer.rawHeaders);
    const reply = { status: answer.statusCode ?? 502, headers, text: await text(answer) };
    fault.reply?.(reply, sent);
    outgoing.writeHead(reply.status, [...reply.headers].flat());
    outgoing.end(method === 'HEAD' ? undefined : reply.text);
  };
  const server = createServer((incoming, outgoing) => {
    // A service that ends a connection ends this one.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    break: (next) => {
      fault = next;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
