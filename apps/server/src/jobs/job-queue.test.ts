import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, listen } from '@keyframe/test-kit';
import { afterEach, expect, test, vi } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, holdTransaction } from '../../tests/support/database.ts';
import { failTask } from '../../tests/support/run-task.ts';
import { useServices } from '../../tests/support/services.ts';
import { givenTask, INPUT } from '../../tests/support/task.ts';
import { connectDatabase } from '../db/database.ts';
import { createLog } from '../telemetry/log.ts';
import type { JobEnd, JobHandler, Slots } from './job-handler.ts';
import { createJobQueue, type Working } from './job-queue.ts';
import { checkJobs, type Job } from './jobs.queries.ts';

const { connection, services } = useServices();
const { database, pool } = connection;
const ENDED: JobEnd = { kind: 'ended' };
const SLOTS: Slots = { all: 4, perOwner: 2, pollMs: 50 };
const LEASE_MS = 1_000;
/** For leases that the test itself renews, in time on a busy machine as well. */
const LONG_LEASE_MS = 4_000;
const running: Working[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((working) => working.stop(1_000)));
  await pool.query('DELETE FROM jobs');
});

type Handler = JobHandler<AsyncDisposable>;

function start(
  handler: Partial<Handler>,
  { slots = SLOTS, leaseMs = LEASE_MS, log = createLog('silent') } = {},
) {
  const queue = createJobQueue({ database, log, leaseMs });
  const done = async () => ENDED;
  const working = queue.work({ live: slots, test: slots }, { fetch: done, generate: done, ...handler });
  running.push(working);
  return { queue, working };
}

async function readJob(taskId: string) {
  const { rows } = await pool.query(
    'SELECT state, deaths, attempts, due_at > now() AS scheduled FROM jobs WHERE task_id = $1',
    [taskId],
  );
  return rows[0];
}

const until = (condition: () => unknown) => eventually('the condition', condition);
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a task that any process ends removes its job', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  expect(await readJob(taskId)).toMatchObject({ state: 'waiting', deaths: 0 });
  await failTask(services(), { taskId, reason: 'timed_out' });
  expect(await readJob(taskId)).toBeUndefined();
});

test('a handler that throws puts its job back, to be taken again later', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  const taken: Job[] = [];
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const generate = async (job: Job) => {
    taken.push(job);
    if (taken.length === 1) throw new Error('the disk is full');
    return ENDED;
  };
  start({ generate }, { log });
  await until(() => taken.length >= 2);
  expect(warn.mock.calls[0]).toMatchObject([{ taskId }, 'a job returns to the queue']);
  expect(taken.slice(0, 2).map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('a job that is not due yet has no slot, and comes back at its time', async () => {
  const owner = await givenOwner(connection);
  const first = await givenTask(connection, owner);
  const taken: string[] = [];
  start(
    {
      async generate({ taskId }) {
        taken.push(taskId);
        return taken.length === 1 ? { kind: 'later', delayMs: 3_600_000 } : ENDED;
      },
    },
    { slots: { ...SLOTS, all: 1 } },
  );
  await until(async () => (await readJob(first)).scheduled);
  const second = await givenTask(connection, owner);
  await until(() => taken.includes(second));
  await pool.query('UPDATE jobs SET due_at = now() WHERE task_id = $1', [first]);
  await until(() => taken.filter((taskId) => taskId === first).length === 2);
});

test('live and test jobs never wait for each other', async () => {
  const live = await givenOwner(connection);
  const other = await givenOwner(connection, { mode: 'test' });
  await Promise.all(Array.from({ length: 4 }, () => givenTask(connection, live)));
  const preview = await givenTask(connection, other);
  const taken: string[] = [];
  start({
    generate({ taskId }, _, signal) {
      taken.push(taskId);
      return taskId === preview ? Promise.resolve(ENDED) : untilAborted(signal);
    },
  });
  await until(() => taken.includes(preview));
});

test('an owner has its share of the slots of a process, and owners with the fewest running come first', async () => {
  const [many, few] = [await givenOwner(connection), await givenOwner(connection)];
  for (let count = 0; count < 5; count += 1) await givenTask(connection, many);
  const taken: string[] = [];
  const { queue } = start(
    {
      generate({ taskId }, _, signal) {
        taken.push(taskId);
        return untilAborted(signal);
      },
    },
    { slots: { all: 3, perOwner: 2 } },
  );
  await until(() => taken.length === 2);
  const theirs = [await givenTask(connection, few), await givenTask(connection, few)];
  queue.wake('live');
  await until(() => taken.length === 3);
  expect(theirs).toContain(taken[2]);
});

test('references are fetched without a slot, and what an owner may fetch at once is bounded', async () => {
  const owner = await givenOwner(connection);
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  for (let count = 0; count < 11; count += 1) await givenTask(connection, { ...owner, input });
  const plain = await givenTask(connection, owner);
  let fetching = 0;
  const generated: string[] = [];
  start(
    {
      fetch(_, signal) {
        fetching += 1;
        return untilAborted(signal);
      },
      async generate({ taskId }) {
        await failTask(services(), { taskId, reason: 'provider_failed' });
        generated.push(taskId);
        return ENDED;
      },
    },
    { slots: { all: 1, perOwner: 1, pollMs: 50 } },
  );
  await until(() => generated.includes(plain) && fetching === 8);
  const next = await givenTask(connection, owner);
  await until(() => generated.includes(next));
  expect(fetching).toBe(8);
});

test('fetches are crowded once all of them are taken', async () => {
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  const owners = await Promise.all(Array.from({ length: 17 }, () => givenOwner(connection)));
  const [last, ...others] = owners;
  if (last === undefined) throw new Error('unreachable');
  for (const owner of others) {
    for (let count = 0; count < 8; count += 1) await givenTask(connection, { ...owner, input });
  }
  const crowded: (() => boolean)[] = [];
  let preempt = () => {};
  const preempted = new Promise<JobEnd>((resolve) => {
    preempt = () => resolve({ kind: 'later', delayMs: 60_000 });
  });
  const taken: string[] = [];
  const { queue } = start({
    fetch({ taskId }, signal, isCrowded) {
      taken.push(taskId);
      crowded.push(isCrowded);
      return taken.length === 128 ? preempted : untilAborted(signal);
    },
  });
  await until(() => taken.length === 127 + 1);
  expect(crowded[0]?.()).toBe(true);
  const next = await givenTask(connection, { ...last, input });
  queue.wake('live');
  preempt();
  await until(() => taken.includes(next));
});

test('fetched references reach the run of their job, and are disposed of after it', async () => {
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  const taskId = await givenTask(connection, { ...(await givenOwner(connection)), input });
  const events: string[] = [];
  const fetched = { [Symbol.asyncDispose]: async () => void events.push('disposed') };
  start({
    fetch: async () => ({ kind: 'fetched', fetched }),
    async generate(job, given) {
      events.push(given === fetched && job.taskId === taskId ? 'generated' : 'confused');
      return ENDED;
    },
  });
  await until(() => events.length >= 2);
  expect(events.slice(0, 2)).toEqual(['generated', 'disposed']);
});

test('a stop hands back what runs and what is fetched, at once and without a death', async () => {
  const owner = await givenOwner(connection);
  const input = { ...INPUT, image_urls: ['https://example.com/photo.png'] };
  const [plain, referring] = [
    await givenTask(connection, owner),
    await givenTask(connection, { ...owner, input }),
  ];
  let disposed = 0;
  const fetched = {
    async [Symbol.asyncDispose]() {
      disposed += 1;
    },
  };
  const { working } = start(
    {
      fetch: async () => ({ kind: 'fetched', fetched }),
      generate: (_, __, signal) => untilAborted(signal),
    },
    { slots: { all: 1, perOwner: 1, pollMs: 50 } },
  );
  await until(async () => (await readJob(plain)).state === 'generating');
  await until(async () => (await readJob(referring)).state === 'fetched');
  await working.stop(1_000);
  for (const taskId of [plain, referring]) {
    expect(await readJob(taskId)).toMatchObject({ state: 'waiting', deaths: 0, scheduled: false });
  }
  expect(disposed).toBeGreaterThan(0);
});

/** State of a job whose process was killed while it worked on it. */
async function dieWith(taskId: string, state = 'generating') {
  await pool.query(
    `UPDATE jobs SET state = $2, worker = 'dead', attempts = attempts + 1,
      leased_until = now() - interval '1 second' WHERE task_id = $1`,
    [taskId, state],
  );
}

test('a job whose process died is taken by another one, and its deaths are counted; one that only waited has none', async () => {
  const owner = await givenOwner(connection);
  const [worked, waited] = [await givenTask(connection, owner), await givenTask(connection, owner)];
  await dieWith(worked);
  await dieWith(waited, 'fetched');
  const taken: Job[] = [];
  start({
    async generate(job) {
      taken.push(job);
      return ENDED;
    },
  });
  await until(() => taken.length >= 2);
  expect(taken.find(({ taskId }) => taskId === worked)).toMatchObject({ deaths: 1, attempt: 2 });
  expect(taken.find(({ taskId }) => taskId === waited)).toMatchObject({ deaths: 0 });
});

test('one job at a time runs of those that may have killed their process', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    ids.push(await givenTask(connection, await givenOwner(connection)));
  }
  await pool.query('UPDATE jobs SET deaths = 1 WHERE task_id = ANY ($1)', [ids]);
  const harmless = await givenTask(connection, await givenOwner(connection));
  const taken: string[] = [];
  start({
    generate({ taskId }, _, signal) {
      taken.push(taskId);
      return untilAborted(signal);
    },
  });
  await until(() => taken.includes(harmless));
  // Taken by a later search, which would find the other two as well.
  const later = await givenTask(connection, await givenOwner(connection));
  await until(() => taken.includes(later));
  expect(taken).toHaveLength(3);
});

test('a run whose lease another process has taken is aborted', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  const aborted = Promise.withResolvers<void>();
  start({
    generate: (_, __, signal) => {
      signal.addEventListener('abort', () => aborted.resolve());
      return untilAborted(signal);
    },
  });
  await until(async () => (await readJob(taskId)).state === 'generating');
  await pool.query(
    `UPDATE jobs SET worker = 'another', attempts = attempts + 1, leased_until = now() + interval '1 minute'
     WHERE task_id = $1`,
    [taskId],
  );
  await aborted.promise;
});

test('a lease that ran out while nobody could renew it is renewed, and nobody has died', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  start({ generate: (_, __, signal) => untilAborted(signal) });
  await until(async () => (await readJob(taskId)).state === 'generating');
  await pool.query(`UPDATE jobs SET leased_until = now() - interval '1 second' WHERE task_id = $1`, [taskId]);
  const renewed = async () =>
    (await pool.query('SELECT 1 FROM jobs WHERE task_id = $1 AND leased_until > now()', [taskId])).rowCount;
  await until(async () => (await renewed()) === 1);
  expect(await readJob(taskId)).toMatchObject({ state: 'generating', deaths: 0, attempts: 1 });
});

test('after a silence of the database, other processes have time to renew their leases', async () => {
  const [own = '', foreign = ''] = await Promise.all(
    [1, 2].map(async () => givenTask(connection, await givenOwner(connection))),
  );
  // Another process holds it, and lives.
  const renewForeign = () =>
    pool.query(
      `UPDATE jobs SET state = 'generating', worker = 'another', leased_until = now() + $2 * interval '1 millisecond'
       WHERE task_id = $1 AND coalesce(worker, 'another') = 'another' AND deaths = 0`,
      [foreign, LONG_LEASE_MS],
    );
  await renewForeign();
  const renewing = setInterval(renewForeign, LONG_LEASE_MS / 3);
  start({ generate: (_, __, signal) => untilAborted(signal) }, { leaseMs: LONG_LEASE_MS });
  await until(async () => (await readJob(own)).state === 'generating');
  await delay(LONG_LEASE_MS * 1.5);
  clearInterval(renewing);
  await using locked = await lockJobs();
  await delay(LONG_LEASE_MS * 1.5);
  await locked[Symbol.asyncDispose]();
  const isRenewed = async () =>
    (await pool.query('SELECT 1 FROM jobs WHERE task_id = $1 AND leased_until > now()', [own])).rowCount ===
    1;
  await until(isRenewed);
  expect((await renewForeign()).rowCount).toBe(1);
  expect(await readJob(foreign)).toMatchObject({ state: 'generating', deaths: 0 });
});

/** Has each change of a job wait until it is disposed of. */
async function lockJobs(): Promise<AsyncDisposable> {
  const client = await holdTransaction(pool, 'LOCK TABLE jobs IN SHARE MODE');
  let ended: Promise<unknown> | undefined;
  return {
    async [Symbol.asyncDispose]() {
      ended ??= client.query('COMMIT').finally(() => client.release());
      await ended;
    },
  };
}

test('jobs of a claim whose response was lost return without a death', async () => {
  const taskId = await givenTask(connection, await givenOwner(connection));
  const [held] = [await givenTask(connection, await givenOwner(connection))];
  const taken: string[] = [];
  start({
    generate(job, _, signal) {
      taken.push(job.taskId);
      return job.taskId === held ? untilAborted(signal) : Promise.resolve(ENDED);
    },
  });
  await until(() => taken.includes(held) && taken.includes(taskId));
  // It ended here without an end of its task: the row says that this process holds it, the process does not.
  await until(async () => taken.filter((one) => one === taskId).length > 1);
  expect(await readJob(taskId)).toMatchObject({ deaths: 0 });
});

test('queries a database that is away again at the next poll, not at once', async () => {
  const attempts: number[] = [];
  const refusing = createServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  });
  await using listening = await listen(refusing);
  const away = connectDatabase(`postgres://x@127.0.0.1:${listening.port}/x`);
  const queue = createJobQueue({ database: away.database, log: createLog('silent'), leaseMs: LEASE_MS });
  const done = async () => ENDED;
  const working = queue.work({ live: SLOTS, test: SLOTS }, { fetch: done, generate: done });
  await until(() => attempts.length >= 3);
  await working.stop(1_000);
  await away.close();
  // A third of a lease between two rounds.
  expect((attempts[2] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(LEASE_MS / 3);
});

test('a check of the queue reads none of its jobs', async () => {
  const owner = await givenOwner(connection);
  for (let count = 0; count < 3; count += 1) await givenTask(connection, owner);
  expect(await countReads(database, ['jobs'], checkJobs)).toEqual({ scans: 0, rows: 0 });
});
