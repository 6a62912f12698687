import { expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, holdTransaction, useDatabase } from '../../tests/support/database.ts';
import { claimTask } from '../../tests/support/run-task.ts';
import { givenTasks } from '../../tests/support/task.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { handBackDelivery } from '../callbacks/outbox.queries.ts';
import { retryNow } from '../callbacks/retry-now.queries.ts';
import type { Database } from '../db/database.ts';
import { markFetched, putBack, renewLeases } from '../jobs/jobs.queries.ts';
import { type ListedTask, listOverdueTasks, lockTasks, markEnded } from './tasks.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;

const COUNT = 2_000;
/** A row in the index and in the table, by the statement and by its triggers. */
const MOST_ROWS = 20;
const WORKER = 'worker';

async function givenQueue({ timeoutMs = 60_000, count = COUNT } = {}) {
  const owner = await givenOwner(connection, { credits: count * 50 });
  const ids = await givenTasks(connection, { ...owner, timeoutMs }, count);
  return { ownerId: owner.ownerId, ids };
}

/** Stores a queue whose references a worker fetches, and a delivery for each task, past every trigger. */
async function givenBusyQueue() {
  const queue = await givenQueue();
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `WITH leased AS (
        UPDATE jobs SET state = 'fetching', worker = $1, leased_until = now(), attempts = 1 RETURNING task_id, owner_id
      )
      INSERT INTO deliveries (id, task_id, owner_id, url, host, body, due_at)
      SELECT 'msg_' || task_id, task_id, owner_id, 'https://a.example/', 'a.example', '{}', now() + interval '1 hour'
      FROM leased`,
      [WORKER],
    );
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
  return queue;
}

async function endTasks(): Promise<void> {
  await pool.query(`UPDATE tasks SET status = 'failed', billing_status = 'refunded', failed_reason = 'timed_out',
    finished_at = now() WHERE finished_at IS NULL`);
}

test('a look for overdue tasks follows an index, with statistics of a long queue', async () => {
  await givenQueue({ timeoutMs: -1 });
  // PostgreSQL then knows that most tasks are overdue, so that to read any of them is cheapest.
  await pool.query('ANALYZE tasks');
  await endTasks();
  const { scans } = await countReads(database, ['tasks'], (on) => listOverdueTasks(on));
  expect(scans).toBe(0);
});

test('a search for overdue tasks begins at a deadline, past tasks that a snapshot keeps', async () => {
  const holder = await holdTransaction(pool, 'SELECT 1');
  try {
    await givenQueue({ timeoutMs: -2 });
    const { ids } = await givenQueue({ timeoutMs: -1 });
    const [id = ''] = ids;
    const { rows: stored } = await pool.query<{ moment: string }>(
      'SELECT deadline::text AS moment FROM tasks WHERE id = $1',
      [id],
    );
    await endTasks();
    const countFrom = (last?: ListedTask) =>
      countReads(database, ['tasks'], async (on) => {
        expect(await listOverdueTasks(on, last)).toEqual([]);
      });
    expect((await countFrom()).rows).toBeGreaterThanOrEqual(2 * COUNT);
    const moment = stored[0]?.moment ?? '';
    expect((await countFrom({ id, moment })).rows).toBeLessThan(2 * COUNT);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

test('a change reads no other row of a queue, with statistics of an empty or short queue', async () => {
  await givenBusyQueue();
  await endTasks();
  await pool.query("UPDATE deliveries SET status = 'delivered'");
  // PostgreSQL then knows that no or few rows wait, so that to read all of these is cheapest.
  await pool.query('VACUUM (ANALYZE) tasks, jobs, deliveries');
  await givenQueue({ count: 5 });
  await pool.query('VACUUM (ANALYZE) jobs');
  const { ownerId, ids } = await givenBusyQueue();
  const [first = '', second = ''] = ids;
  const lease = (taskId: string) => ({ worker: WORKER, job: { taskId, attempt: 1 } });
  const changes: Readonly<Record<string, (on: Database) => Promise<unknown>>> = {
    'end of a fetch': (on) => markFetched(on, lease(first)),
    'renewal of a lease': (on) => renewLeases(on, { worker: WORKER, taskIds: [first], leaseMs: 60_000 }),
    'return of a job': (on) => putBack(on, lease(second), 0),
    'claim of the first': (on) => claimTask(on, first),
    'lock for an end': (on) => lockTasks(on, [first]),
    completion: (on) => markEnded(on, [completion(first)], 60_000),
    'claim of the second': (on) => claimTask(on, second),
    failure: (on) => markEnded(on, [failure(second)], 60_000),
    'retry of a delivery': (on) =>
      retryNow(on, { ownerId, id: `msg_${first}`, leaseMs: 0, actor: COMMAND_LINE }),
    'return of a delivery': (on) => handBackDelivery(on, { id: `msg_${second}`, attempt: 1 }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const { scans, rows } = await countReads(database, ['tasks', 'jobs', 'deliveries'], change);
    expect.soft(scans, name).toBe(0);
    expect.soft(rows, name).toBeGreaterThan(0);
    expect.soft(rows, name).toBeLessThanOrEqual(MOST_ROWS);
  }
});

function completion(id: string) {
  return {
    id,
    status: 'completed',
    billingStatus: 'charged',
    failedReason: null,
    hasLastFrame: false,
  } as const;
}

function failure(id: string) {
  return {
    id,
    status: 'failed',
    billingStatus: 'refunded',
    failedReason: 'timed_out',
    hasLastFrame: false,
  } as const;
}
