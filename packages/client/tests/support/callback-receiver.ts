// A host for callbacks on loopback: what a receiver is handed depends on how its framework reads a request.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Posts a callback to a receiver over HTTP and gives what the receiver makes of it. */
export async function deliver<TResult>(
  delivery: { body: string; headers: Readonly<Record<string, string>> },
  receive: (request: IncomingMessage, body: Buffer) => Promise<TResult>,
): Promise<TResult> {
  const { promise, resolve, reject } = Promise.withResolvers<TResult>();
  // Whoever only looks at the promise later must not meet an unhandled rejection first.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => receive(request, body))
      .then(resolve, reject)
      .finally(() => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    const { body, headers } = delivery;
    await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).arrayBuffer();
    return await promise;
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
