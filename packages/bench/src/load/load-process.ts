// RPC process: sends loads by a client for each connection.
import { Client, type Dispatcher } from 'undici';
import { serveParent } from '../process/serve-parent.ts';
import type { Load, LoadRequest, LoadResult } from './load.ts';

/** Deals requests out to connections, so that no two of them use one key at the same time. */
function deal({ requests, connections }: Load, connection: number): LoadRequest[] {
  return requests.filter((_, index) => index % connections === connection);
}

async function send(load: Load): Promise<LoadResult> {
  const { url, connections, amount } = load;
  const answers: Record<string, number> = {};
  let left = amount;
  const clients = Array.from({ length: connections }, () => new Client(url));
  const dealt = clients.map((_, connection) => deal(load, connection));
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client, connection) => {
      const requests = dealt[connection] ?? [];
      for (let turn = 0; left > 0; turn += 1) {
        left -= 1;
        const request = requests[turn % requests.length];
        if (request === undefined)
          throw new RangeError(`There are fewer requests than ${connections} connections.`);
        const answer = await receiveStatus(client, request);
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return { elapsedMs, answers };
}

/** Sends a request and returns the status of its answer, once all of it has arrived. */
function receiveStatus(client: Client, request: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    };
    client.dispatch(request, handler);
  });
}

serveParent(send);
