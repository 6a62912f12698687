import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { migrateQueue, type NewJob, openQueue, type Queue, type QueueName } from './queue.ts';

const { url, pool } = useDatabase();
let queue: Queue;

beforeAll(async () => {
  queue = await openQueue(url, { supervise: false, onError: () => {} });
});
afterAll(() => queue.stop(1000));

const enqueue = (name: QueueName, jobs: readonly NewJob[], connection: Pick<Pool, 'query'> = pool) =>
  connection.query(queue.enqueueSql(name, '$1'), [JSON.stringify(jobs)]);

test('a job exists if, and only if, the transaction of its statement commits', async () => {
  const connection = await pool.connect();
  for (const [taskId, end] of [
    ['task_lost', 'ROLLBACK'],
    ['task_kept', 'COMMIT'],
  ] as const) {
    await connection.query('BEGIN');
    await enqueue('generate-live', [{ data: { taskId }, groupId: 'own_1' }], connection);
    await connection.query(end);
  }
  connection.release();
  const { rows } = await pool.query("SELECT data->>'taskId' AS task FROM keyframe_jobs.job");
  expect(rows).toEqual([{ task: 'task_kept' }]);
});

test('a handler that throws hands its job back, to be taken again', async () => {
  const taken = Promise.withResolvers<void>();
  let attempts = 0;
  await queue.work('generate-test', { all: 1, perOwner: 1 }, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('stopping');
    taken.resolve();
  });
  await enqueue('generate-test', [{ data: { taskId: 'task_again' }, groupId: 'own_1' }]);
  queue.wake('generate-test');
  await taken.promise;
  expect(attempts).toBe(2);
});

test('an owner whose jobs wait keeps only a share of the places', async () => {
  const release = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const started: string[] = [];
  await queue.work('generate-live', { all: 4, perOwner: 2 }, async ({ taskId }) => {
    started.push(taskId);
    if (taskId === 'task_kept') return;
    if (taskId === 'task_other') other.resolve();
    else await release.promise;
  });
  const greedy = Array.from({ length: 8 }, (_, index) => ({
    data: { taskId: `task_${index}` },
    groupId: 'own_greedy',
  }));
  await enqueue('generate-live', greedy);
  await enqueue('generate-live', [{ data: { taskId: 'task_other' }, groupId: 'own_other' }]);
  queue.wake('generate-live');
  await other.promise;
  expect(started.filter((taskId) => /^task_\d$/.test(taskId)).length).toBeLessThanOrEqual(2);
  release.resolve();
});

test('a connection that breaks under the upkeep of a migration is reported, and ends no process', async () => {
  // What pg-boss stamps before its upkeep, which no call waits for.
  await using proxy = await startCuttingProxy(url, 'bam_on');
  const errors: Error[] = [];
  await migrateQueue(proxy.url, { jobTimeoutMs: 60_000, onError: (error) => errors.push(error) });
  expect(proxy.cuts).toBe(1);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/terminated|RESET/i) })]);
});
