// RPC process: sends loads by autocannon. Its own clock ticks once a second, so the times are taken here.
import autocannon, { type Options } from 'autocannon';
import { serveParent } from '../process/serve-parent.ts';
import type { Load, LoadRequest, LoadResult } from './load.ts';

/** Deals requests out to connections, so that no two of them use one key at the same time. */
function dealer({ requests, connections }: Load): () => LoadRequest[] {
  let connection = 0;
  return () => {
    const dealt = requests.filter((_, index) => index % connections === connection);
    connection += 1;
    return dealt;
  };
}

function send(load: Load): Promise<LoadResult> {
  const { url, connections, amount } = load;
  const deal = dealer(load);
  let startedAt = 0;
  let endedAt = 0;
  return new Promise((resolve, reject) => {
    const setupClient: Options['setupClient'] = (client) => client.setRequests(deal());
    autocannon({ url, connections, amount, setupClient, bailout: 1 }, (error, result) => {
      if (error !== null) return reject(error);
      const { statusCodeStats, errors } = result;
      const counts = Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]);
      const answers = { ...Object.fromEntries(counts), ...(errors > 0 && { error: errors }) };
      resolve({ elapsedMs: endedAt - startedAt, answers });
    })
      .once('start', () => {
        startedAt = performance.now();
      })
      .on('response', () => {
        endedAt = performance.now();
      });
  });
}

serveParent(send);
