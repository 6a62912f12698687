import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { readPriceTable } from '../../src/credits/price.ts';
import { openQueue, type Queue } from '../../src/db/queue.ts';
import { createResultLinks } from '../../src/results/result-links.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { useDatabase } from './database.ts';

/** A database with an open queue that nobody works on: what submitting and settling need. */
export function useServices() {
  const connection = useDatabase();
  let queue: Queue;
  beforeAll(async () => {
    queue = await openQueue(connection.url, { supervise: false, onError: () => {} });
  });
  afterAll(() => queue.stop(1000));
  const services = () => ({
    ...{ database: connection.database, pool: connection.pool, queue, log: createLog('silent') },
    links: createResultLinks('http://127.0.0.1:4000', createSecretKey(Buffer.alloc(32, 1))),
    ...{ priceTable: readPriceTable(), taskTimeoutMs: 60_000, resultTtlMs: 60_000 },
    wakeCallbacks: () => {},
  });
  return { connection, services };
}
