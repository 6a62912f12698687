// Serves the servers of the mutants: reads requests whole, and writes the replies of a function.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@keyframe/test-kit';
import type { Reply, ShopRequest } from './shop-http.ts';

/** A running server; disposing of it stops it. */
export interface RunningShop extends AsyncDisposable {
  url: URL;
}

const MAX_BODY_BYTES = 1_000_000;

/** Starts a server on a free port. */
export async function serveHttp(
  answer: (request: ShopRequest) => Reply,
  stop: () => void = () => undefined,
): Promise<RunningShop> {
  const server = createServer((incoming, outgoing) => {
    void serve(answer, incoming, outgoing);
  });
  const listening = await listen(server);
  return {
    url: new URL(listening.url),
    async [Symbol.asyncDispose]() {
      stop();
      await listening[Symbol.asyncDispose]();
    },
  };
}

async function serve(
  answer: (request: ShopRequest) => Reply,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
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
  const reply = answer(request);
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
