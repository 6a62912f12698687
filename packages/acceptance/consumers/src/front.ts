// A front before the mock, which keeps no state: it asks for the task that a tour waits for, and shortens the wait.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Front extends AsyncDisposable {
  readonly url: string;
}

/** Starts the front; `upstream` is the URL of the mock. */
export async function startFront(upstream: string): Promise<Front> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const isQuery = method === 'GET';
    const answer = await fetch(upstream + url, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? '',
        ...(isQuery && { prefer: 'code=200, example=completed' }),
      },
      ...(!isQuery && { body: await text(request) }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
