import { expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, holdTransaction, useDatabase } from '../../tests/support/database.ts';
import { givenTasks } from '../../tests/support/task.ts';
import type { Database } from '../db/database.ts';
import { claimTask, type ListedTask, listOverdueTasks, markCompleted, markFailed } from './tasks.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;

const COUNT = 2_000;
/** A task in the index and in the table, by the statement and by its triggers. */
const MOST_ROWS = 20;

async function givenQueue(timeoutMs = 60_000): Promise<string[]> {
  const owner = await givenOwner(connection, { credits: COUNT * 50 });
  return givenTasks(connection, { ...owner, timeoutMs }, COUNT);
}

async function endTasks(): Promise<void> {
  await pool.query(`UPDATE tasks SET status = 'failed', billing_status = 'refunded', failed_reason = 'timed_out',
    finished_at = now() WHERE finished_at IS NULL`);
}

test('a look for overdue tasks follows an index, with statistics of a long queue', async () => {
  await givenQueue(1);
  // PostgreSQL then knows that most tasks are overdue, so that to read any of them is cheapest.
  await pool.query('ANALYZE tasks');
  await endTasks();
  const { scans } = await countReads(database, ['tasks'], (on) => listOverdueTasks(on));
  expect(scans).toBe(0);
});

test('a search for overdue tasks begins at a deadline, past tasks that a snapshot keeps', async () => {
  const holder = await holdTransaction(pool, 'SELECT 1');
  try {
    await givenQueue(1);
    const [id = ''] = await givenQueue(2);
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

test('a change of a task reads no other task, with statistics of an empty queue', async () => {
  await givenQueue();
  await endTasks();
  // PostgreSQL then knows that no task waits, so that to read all of those is cheapest.
  await pool.query('VACUUM (ANALYZE) tasks');
  const [first = '', second = ''] = await givenQueue();
  const changes: Readonly<Record<string, (on: Database) => Promise<unknown>>> = {
    'claim of the first': (on) => claimTask(on, first),
    completion: (on) => markCompleted(on, { id: first, hasLastFrame: false, resultTtlMs: 60_000 }),
    'claim of the second': (on) => claimTask(on, second),
    failure: (on) => markFailed(on, fail(second)),
  };
  for (const [name, change] of Object.entries(changes)) {
    const { scans, rows } = await countReads(database, ['tasks'], async (on) => {
      expect(await change(on), name).toBeDefined();
    });
    expect(scans, name).toBe(0);
    expect(rows, name).toBeLessThanOrEqual(MOST_ROWS);
  }
});

function fail(id: string) {
  return { id, failedReason: 'timed_out', billingStatus: 'refunded' } as const;
}
