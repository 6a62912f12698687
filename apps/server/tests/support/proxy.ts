// A reverse proxy on loopback, with or without TLS, that does to a connection what networks do.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import type { TestCertificate } from '@keyframe/test-kit/tls';

/** One request that came through. */
export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
}

/** A running proxy; `await using` or the symbol stops it. */
export interface ReverseProxy extends AsyncDisposable {
  readonly url: string;
  /** The entry that exempts `url` from SSRF protection (EGRESS_ALLOW). */
  readonly allow: string;
  readonly requests: readonly ProxiedRequest[];
  /** The base URL that requests go to; undefined breaks their connections off. */
  target: string | undefined;
  /** Passes requests of this method on, and breaks off, or says nothing for ever, instead of giving their answers. */
  answers: { readonly method: string; readonly become: 'broken' | 'silent' } | undefined;
}

/** Starts a proxy on a free port. */
export async function startProxy(certificate?: TestCertificate): Promise<ReverseProxy> {
  const requests: ProxiedRequest[] = [];
  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = incoming;
    requests.push({ method, path });
    const { target, answers } = proxy;
    const answer = target && (await forward(incoming, { target, path, method, headers }));
    if (!answer || (answers?.method === method && answers.become === 'broken')) {
      response.destroy();
    } else if (answers?.method !== method) {
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }
  };
  const listener: RequestListener = (incoming, response) => {
    pass(incoming, response).catch(() => response.destroy());
  };
  const server = certificate
    ? createTlsServer({ key: certificate.key, cert: certificate.cert }, listener)
    : createServer(listener);
  const listening = await listen(server);
  const proxy: ReverseProxy = {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${listening.port}`,
    allow: `127.0.0.1:${listening.port}`,
    requests,
    target: undefined,
    answers: undefined,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
  return proxy;
}

async function forward(
  incoming: IncomingMessage,
  to: Pick<IncomingMessage, 'headers'> & Record<'target' | 'path' | 'method', string>,
) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(`${to.target}${to.path}`, { method: to.method, headers: to.headers });
  outgoing
    .once('response', resolve)
    .once('error', reject)
    .end(await buffer(incoming));
  const response = await promise;
  return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) };
}
