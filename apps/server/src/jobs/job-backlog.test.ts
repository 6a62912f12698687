import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { explainPlan, mostRows } from '../../tests/support/explain.ts';
import { givenTask } from '../../tests/support/task.ts';
import { createJobBacklog } from './job-backlog.ts';
import { claimJobs } from './jobs.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const STAGE = { worker: 'this', mode: 'live', stage: 'generating', leaseMs: 60_000 } as const;
const LIMITS = { all: 1, perOwner: 2, suspects: 1 };

afterEach(async () => {
  vi.useRealTimers();
  await pool.query('DELETE FROM jobs');
});

/** Creates a backlog, and counts its searches, each of which takes PostgreSQL some time. */
function createBacklog(tookMs = 0) {
  let searches = 0;
  const counting = {
    async query(config: { readonly text: string }, values: unknown[]) {
      const result = await pool.query(config, values);
      if (!config.text.includes('WITH RECURSIVE')) return result;
      searches += 1;
      return { ...result, rows: [{ ...result.rows[0], tookMs }] };
    },
  };
  const backlog = createJobBacklog(drizzle(counting as unknown as Pool), STAGE);
  const claimOne = async () => (await backlog.claim([], LIMITS)).map(({ taskId }) => taskId);
  return { backlog, claimOne, searches: () => searches };
}

async function givenTasks(count: number) {
  const owner = await givenOwner(connection);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push(await givenTask(connection, owner));
  return ids;
}

test('one search serves several claims, the longest due first', async () => {
  const [first, second, third] = await givenTasks(3);
  const { claimOne, searches } = createBacklog();
  expect([await claimOne(), await claimOne(), await claimOne()]).toEqual([[first], [second], [third]]);
  expect(searches()).toBe(1);
});

test('a claim that finds nothing is not repeated before something else can be taken', async () => {
  const { backlog, claimOne, searches } = createBacklog();
  expect([await claimOne(), await claimOne()]).toEqual([[], []]);
  expect(searches()).toBe(1);
  const [taskId] = await givenTasks(1);
  backlog.forget();
  expect(await claimOne()).toEqual([taskId]);
  expect(searches()).toBe(2);
});

test('a search that takes PostgreSQL long is not repeated for nine times as long, unless it found enough', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { backlog, claimOne, searches } = createBacklog(30);
  expect(await claimOne()).toEqual([]);
  const [first, second] = await givenTasks(2);
  vi.advanceTimersByTime(269);
  backlog.forget();
  expect(await claimOne()).toEqual([]);
  expect(searches()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await claimOne()).toEqual([first]);
  expect(await claimOne()).toEqual([second]);
  expect(searches()).toBe(2);
  expect(await claimOne()).toEqual([]);
  expect(searches()).toBe(3);
});

test('a job waits for no longer than half a second after the longest search', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { backlog, claimOne } = createBacklog(60_000);
  expect(await claimOne()).toEqual([]);
  const [taskId] = await givenTasks(1);
  vi.advanceTimersByTime(500);
  backlog.forget();
  expect(await claimOne()).toEqual([taskId]);
});

test('a job whose references have to be fetched again is not taken to be generated', async () => {
  const [taskId = ''] = await givenTasks(1);
  const { backlog, claimOne } = createBacklog();
  await pool.query('UPDATE jobs SET has_references = true WHERE task_id = $1', [taskId]);
  expect(await claimJobs(database, [taskId], STAGE)).toEqual([]);
  backlog.forget();
  expect(await claimOne()).toEqual([]);
  const fetching = { ...STAGE, stage: 'fetching' } as const;
  expect(await claimJobs(database, [taskId], fetching)).toMatchObject([{ taskId }]);
});

test('instead of a job that another process has taken, the next one is claimed', async () => {
  const [first = '', second, third] = await givenTasks(3);
  const { claimOne, searches } = createBacklog();
  expect(await claimOne()).toEqual([first]);
  await claimJobs(database, [second ?? ''], { worker: 'another', stage: 'generating', leaseMs: 60_000 });
  expect(await claimOne()).toEqual([third]);
  expect(searches()).toBe(2);
});

test('a claim takes no job before its time, and reads only those that it names', async () => {
  const others = 20_000;
  const [due = '', later = ''] = await givenTasks(2);
  await pool.query(`UPDATE jobs SET due_at = now() + interval '1 hour' WHERE task_id = $1`, [later]);
  await pool.query('ANALYZE jobs');
  await pool.query(
    `INSERT INTO jobs (task_id, owner_id, mode, has_references)
    SELECT 'task_' || n, owner_id, mode, has_references FROM jobs, generate_series(1, $2::integer) AS n WHERE task_id = $1`,
    [due, others],
  );
  const ids = [due, later, ...Array.from({ length: 20 }, (_, index) => `task_${index + 1}`)];
  const plan = await explainPlan(pool, (explaining) => claimJobs(explaining, ids.slice(2), STAGE));
  expect(mostRows(plan)).toBeLessThan(others / 10);
  // The plan was run, so that the others are taken already.
  expect(
    (await claimJobs(database, ids, { ...STAGE, worker: 'another' })).map(({ taskId }) => taskId),
  ).toEqual([due]);
});
