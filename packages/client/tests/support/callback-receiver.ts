// A host for callbacks on loopback, because the arguments of a receiver depend on how its framework reads a request.
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

/** Posts a callback to a receiver over HTTP and returns the result of the receiver. */
export async function deliver<TResult>(
  delivery: { body: string; headers: Readonly<Record<string, string>> },
  receive: (request: IncomingMessage, body: Buffer) => Promise<TResult>,
): Promise<TResult> {
  const { promise, resolve, reject } = Promise.withResolvers<TResult>();
  // Prevents an unhandled rejection before the caller awaits the promise.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => receive(request, body))
      .then(resolve, reject)
      .finally(() => response.end());
  });
  await using listening = await listen(server);
  const { body, headers } = delivery;
  await (await fetch(listening.url, { method: 'POST', body, headers })).arrayBuffer();
  return await promise;
}
