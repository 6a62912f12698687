// A small server that does what shop.yaml says. What it does is held in a table of functions, so that a mutant can
// replace a single one of them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type JsonObject, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';
import { type Behavior, createBehavior } from './behavior.ts';
import type { Reply, ShopRequest } from './shop-http.ts';

/** Changes one thing about the server. */
export interface Mutant {
  name: string;
  /** What a client can see of it. */
  change: (behavior: Behavior) => void;
  /** Why contract-gate does not catch it; set where it is known not to. */
  missed?: string;
}

/** A running shop; disposing of it stops it. */
export interface Shop extends AsyncDisposable {
  url: URL;
}

const SHOP_DOCUMENT = fileURLToPath(new URL('shop.yaml', import.meta.url));

/** Keys of two owners, and one that only reads. */
export const KEYS = { own: 'key-of-ada', other: 'key-of-bob', reader: 'key-to-read' } as const;

let loaded: Promise<OpenApiModel> | undefined;

/** Reads the shop's document, once. */
export function shopDocument(): Promise<OpenApiModel> {
  loaded ??= loadDocument(SHOP_DOCUMENT);
  return loaded;
}

/** Starts the shop, or a mutant of it. */
export async function startShop(mutant?: Mutant): Promise<Shop> {
  const { document } = await shopDocument();
  const behavior = createBehavior(structuredClone(document) as JsonObject);
  mutant?.change(behavior);
  behavior.compile();
  const server = createServer((request, response) => {
    void serve(behavior, request, response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      behavior.stop();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const MAX_BODY_BYTES = 1_000_000;

async function serve(behavior: Behavior, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    // The client went away.
    return;
  }
  const [path = '', query = ''] = (incoming.url ?? '').split('?');
  const request: ShopRequest = {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
    headers: incoming.headers as ShopRequest['headers'],
    bytes: Buffer.concat(chunks),
    isTooLong: length > MAX_BODY_BYTES,
  };
  const reply = behavior.finish(behavior.handle(request), request);
  if (reply === 'hang') return;
  write(outgoing, reply, request.method === 'HEAD');
}

function write(
  outgoing: ServerResponse,
  { status, headers, body, raw }: Exclude<Reply, 'hang'>,
  isHead: boolean,
): void {
  const text = raw ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
  const own =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(text.length) };
  outgoing.writeHead(status, { ...own, ...headers });
  outgoing.end(isHead ? undefined : text);
}
