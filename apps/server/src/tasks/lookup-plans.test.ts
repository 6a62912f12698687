import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { givenTasks } from '../../tests/support/task.ts';
import type { Connection } from '../db/batch.ts';
import { sharedSecret } from '../db/secret.queries.ts';
import { createId } from '../id.ts';
import { hashApiKey } from '../keys/api-key.ts';
import { createPollTask, createReadTask } from './poll.queries.ts';
import { createReadWaitingTask } from './waiting.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;

const COUNT = 2_000;
/** A task in the index and in the table, and the partitions that are looked at to find it. */
const MOST_ROWS = 10;
/** Calls after which a connection has decided between a plan for all values and one for each. */
const CALLS_TO_SETTLE_A_PLAN = 8;

test('a lookup of a task reads no other task, with a plan of an empty month', async () => {
  const { ownerId, key, keyId, mode } = await givenOwner(connection, { credits: COUNT * 50 });
  await pool.query('VACUUM (ANALYZE) tasks');
  const client = await pool.connect();
  try {
    const lookups = createLookups(client, {
      ownerId,
      hash: hashApiKey(key, await sharedSecret(database, 'key-hash')),
    });
    for (const look of Object.values(lookups)) {
      for (let call = 0; call < CALLS_TO_SETTLE_A_PLAN; call += 1) {
        expect(await look(createId('task'))).toBe(false);
      }
    }
    const ids = await givenTasks(connection, { ownerId, keyId, mode }, COUNT);
    for (const [name, look] of Object.entries(lookups)) {
      const { scans, rows } = await countReads(drizzle(client), ['tasks'], async () => {
        expect(await look(ids[COUNT / 2] ?? ''), name).toBe(true);
      });
      expect(scans, name).toBe(0);
      expect(rows, name).toBeLessThanOrEqual(MOST_ROWS);
    }
  } finally {
    client.release();
  }
});

/** Lookups of a task by its id, for its owner; each reports whether it found the task. */
function createLookups(
  client: Connection,
  { ownerId, hash }: { readonly ownerId: string; readonly hash: Buffer },
): Readonly<Record<string, (taskId: string) => Promise<boolean>>> {
  const quotas = { key: 1_000, owner: 1_000, task: 1_000 };
  const readTask = createReadTask(client);
  const pollTask = createPollTask(client, { quotas, leaseHolder: undefined });
  const readWaitingTask = createReadWaitingTask(client);
  return {
    'a read of a task': async (taskId) => (await readTask({ ownerId, taskId })) !== undefined,
    'a status query': async (taskId) => {
      const poll = await pollTask({ hash, taskId, leases: false, isCounted: false });
      return poll?.found !== undefined;
    },
    'a read for a waiting request': async (taskId) => (await readWaitingTask({ hash, taskId })) !== undefined,
  };
}
