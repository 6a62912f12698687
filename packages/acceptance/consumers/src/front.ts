// A front before the mock, which keeps no state: it asks for the task that a tour waits for, and shortens the wait.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Listening, listen } from '@keyframe/test-kit';

/** Starts the front; `upstream` is the URL of the mock. */
export function startFront(upstream: string): Promise<Listening> {
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
  });
  return listen(server);
}
