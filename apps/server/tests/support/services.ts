import { createSecretKey } from 'node:crypto';
import { readPriceTable } from '../../src/credits/price.ts';
import { createResultLinks } from '../../src/results/result-links.ts';
import { createEndTask } from '../../src/tasks/settle.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { useDatabase } from './database.ts';
import { claimTask } from './run-task.ts';

/** A database whose jobs nobody takes: what submitting and settling need. */
export function useServices() {
  const connection = useDatabase();
  const base = () => ({
    database: connection.database,
    pool: connection.pool,
    queue: { wake: () => {} },
    log: createLog('silent'),
    links: createResultLinks('http://127.0.0.1:4000', createSecretKey(Buffer.alloc(32, 1))),
    priceTable: readPriceTable(),
    taskTimeoutMs: 60_000,
    resultTtlMs: 60_000,
    wakeCallbacks: () => {},
  });
  const services = () => ({
    ...base(),
    claimTask: (id: string) => claimTask(connection.database, id),
    endTask: createEndTask(base()),
  });
  return { connection, services };
}
