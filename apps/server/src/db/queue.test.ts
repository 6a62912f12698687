import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy } from '../../tests/support/cutting-proxy.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { migrateQueue, openQueue, type Queue } from './queue.ts';
import { inTransaction } from './transaction.ts';

const { url, pool } = useDatabase();
let queue: Queue;

beforeAll(async () => {
  queue = await openQueue(url, { supervise: false, onError: () => {} });
});
afterAll(() => queue.stop(1000));

test('a job exists if, and only if, its transaction commits', async () => {
  const enqueue = (taskId: string, fails: boolean) =>
    inTransaction(pool, async (transaction) => {
      await queue.enqueue(transaction, 'generate-live', [{ data: { taskId }, ownerId: 'own_1' }]);
      if (fails) throw new Error('rolled back');
    });
  await expect(enqueue('task_lost', true)).rejects.toThrow('rolled back');
  await enqueue('task_kept', false);
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
  await inTransaction(pool, (transaction) =>
    queue.enqueue(transaction, 'generate-test', [{ data: { taskId: 'task_again' }, ownerId: 'own_1' }]),
  );
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
    ownerId: 'own_greedy',
  }));
  await inTransaction(pool, (transaction) => queue.enqueue(transaction, 'generate-live', greedy));
  await inTransaction(pool, (transaction) =>
    queue.enqueue(transaction, 'generate-live', [{ data: { taskId: 'task_other' }, ownerId: 'own_other' }]),
  );
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
