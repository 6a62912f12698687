// A server that answers by a function, for tests that need one with a single peculiarity.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { type ConformanceOptions, type ConformanceResult, runConformance } from '../src/index.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, where it is JSON. */
  json: unknown;
  bytes: Buffer;
}

export interface Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Bytes, or what is written as JSON. */
  body?: unknown;
}

export interface Served extends AsyncDisposable {
  url: URL;
  /** All requests, in order. */
  requests: readonly ReceivedRequest[];
}

/** Starts a server on a free port. */
export async function serve(
  answer: (received: ReceivedRequest) => Answer | Promise<Answer>,
): Promise<Served> {
  const all: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => undefined);
    if (!bytes) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { method = '', headers } = request;
    const received = { method, path: pathname, query: searchParams, headers, json: parse(bytes), bytes };
    all.push(received);
    const { status, headers: own = {}, body } = await answer(received);
    const text = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    response.writeHead(status, { ...(text ? { 'content-type': 'application/json' } : {}), ...own });
    response.end(method === 'HEAD' ? undefined : text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    requests: all,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Creates a document from its paths and other members. */
export function createDocument(paths: JsonObject, others: JsonObject = {}): JsonObject {
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...others };
}

/** Tests a server against a document. */
export function testServer(
  document: JsonObject,
  server: URL,
  options: Partial<ConformanceOptions> = {},
): Promise<ConformanceResult> {
  return runConformance({
    document: readModel(document, 'document.json'),
    server,
    seed: 1,
    // A run ends when its checks do; a busy machine takes a multiple of a quiet one.
    maxTimeMs: 200_000,
    workers: 2,
    responseTimeoutMs: 60_000,
    ...options,
  });
}
