import { createSecretKey } from 'node:crypto';
import type { DatabaseConnection } from '../../src/db/database.ts';
import { createResultLinks } from '../../src/results/result-links.ts';

import { createLog } from '../../src/telemetry/log.ts';
import { givenOwner } from './database.ts';
import { claimTask, failTask } from './run-task.ts';
import { givenTask } from './task.ts';

type Owner = Awaited<ReturnType<typeof givenOwner>>;

/** Ends a task with a callback, whose delivery is due at once; the owner is a new one unless given. */
export async function givenDelivery(
  connection: DatabaseConnection,
  { url, owner: given }: { url: string; owner?: Owner },
) {
  const { database, pool } = connection;
  const owner = given ?? (await givenOwner(connection));
  const taskId = await givenTask(connection, { ...owner, callbackUrl: url });
  await claimTask(database, taskId);
  const settle = {
    database,
    log: createLog('silent'),
    resultTtlMs: 60_000,
    wakeCallbacks: () => {},
    links: createResultLinks('http://127.0.0.1:4000', createSecretKey(Buffer.alloc(32, 1))),
  };
  await failTask(settle, { taskId, reason: 'provider_failed' });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM deliveries WHERE task_id = $1', [taskId]);
  return { ...owner, taskId, deliveryId: rows[0]?.id ?? '' };
}

/** Moves a delivery's next attempt to now. */
export async function makeDue({ pool }: DatabaseConnection, deliveryId: string): Promise<void> {
  await pool.query('UPDATE deliveries SET due_at = now() WHERE id = $1', [deliveryId]);
}
