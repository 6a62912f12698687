import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { openQueue, type Queue } from './queue.ts';

const { url, database, pool } = useDatabase();
let queue: Queue;

beforeAll(async () => {
  queue = await openQueue(url, { supervise: false, onError: () => {} });
});
afterAll(() => queue.stop(1000));

test('a job exists if, and only if, its transaction commits', async () => {
  const enqueue = (taskId: string, fails: boolean) =>
    database.transaction(async (transaction) => {
      await queue.enqueue(transaction, 'generate-live', [{ data: { taskId } }]);
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
  await queue.work('generate-test', 1, async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('stopping');
    taken.resolve();
  });
  await database.transaction((transaction) =>
    queue.enqueue(transaction, 'generate-test', [{ data: { taskId: 'task_again' } }]),
  );
  queue.wake('generate-test');
  await taken.promise;
  expect(attempts).toBe(2);
});
