import { createSecretKey } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { givenOwner, useDatabase } from '../../tests/support/database.ts';
import { claimTask, completeTask, failTask } from '../../tests/support/run-task.ts';
import { givenTask } from '../../tests/support/task.ts';
import { connectDatabase } from '../db/database.ts';
import { createResultLinks } from '../results/result-links.ts';

import { createLog } from '../telemetry/log.ts';
import {
  readOverview,
  readServiceOverview,
  sampleService,
  sampleServicePatiently,
} from './overview.queries.ts';

const connection = useDatabase();
const { database, pool } = connection;
const services = {
  database,
  links: createResultLinks('http://127.0.0.1:4000', createSecretKey(Buffer.alloc(32, 1))),
  log: createLog('silent'),
  resultTtlMs: 60_000,
  wakeCallbacks: () => {},
};

const complete = async (taskId: string) => {
  await claimTask(database, taskId);
  await completeTask(services, { taskId, hasLastFrame: false });
};

const COUNTS = ['tasks', 'completed', 'failed', 'credits', 'queued', 'generating'] as const;

/** Makes the next sample due, or far away. */
const setTook = (took: string) => pool.query('UPDATE service_sample SET took = $1', [took]);

beforeEach(() => setTook('0'));

test.each(['1h', '24h', '7d', '30d'] as const)(
  'the figures of the service in %s are the sums of those of its owners',
  async (window) => {
    const live = await givenOwner(connection, { mode: 'live' });
    const sandbox = await givenOwner(connection, { mode: 'test' });
    const before = await readServiceOverview(database, { window });
    await complete(await givenTask(connection, live));
    await complete(await givenTask(connection, sandbox));
    await failTask(services, { taskId: await givenTask(connection, live), reason: 'provider_failed' });
    await givenTask(connection, sandbox);
    await claimTask(database, await givenTask(connection, live));
    await setTook('0');
    const service = await readServiceOverview(database, { window });
    expect(COUNTS.map((name) => service[name] - before[name])).toEqual([5, 2, 1, 200, 1, 1]);
    const own = await readOverview(database, live, { window, now: new Date() });
    expect(own).toMatchObject({ tasks: 3, completed: 1, failed: 1, credits: 100, queued: 0, generating: 1 });
    expect(service.latency.p50).toBeGreaterThan(0);
    await setTook('0');
    const ofMode = await readServiceOverview(database, { window, mode: 'test' });
    expect(ofMode.tasks).toBeLessThan(service.tasks);
    expect(ofMode.at.getTime()).toBeGreaterThan(service.at.getTime());
  },
);

test('a task that ends after a sample is counted once, in the step of its acceptance', async () => {
  const owner = await givenOwner(connection);
  const waiting = await givenTask(connection, owner);
  const before = await readServiceOverview(database, { window: '24h' });
  await complete(waiting);
  await setTook('0');
  const after = await readServiceOverview(database, { window: '24h' });
  expect(after.queued).toBe(before.queued - 1);
  expect(after.completed).toBe(before.completed + 1);
  expect(after.tasks).toBe(before.tasks);
});

test('a young sample is shown again with its moment, and no tasks are read', async () => {
  const owner = await givenOwner(connection);
  const before = await readServiceOverview(database, { window: '24h' });
  await setTook('1 hour');
  await givenTask(connection, owner);
  await sampleService(database);
  const reads = await countReads(database, ['tasks', 'usage_steps'], async (on) => {
    const { at, queued, tasks } = await readServiceOverview(on, { window: '24h' });
    expect({ at, queued, tasks }).toEqual({ at: before.at, queued: before.queued, tasks: before.tasks });
  });
  expect(reads).toEqual({ scans: 0, rows: 0 });
});

test('a worker connects patiently only if a sample is due', async () => {
  let connections = 0;
  const connect = () => {
    connections += 1;
    return connectDatabase(connection.url, { max: 1 });
  };
  const sample = async () => {
    const { at: before } = await readServiceOverview(database, { window: '24h' });
    await sampleServicePatiently(database, connect);
    await setTook('1 hour');
    const { at: after } = await readServiceOverview(database, { window: '24h' });
    return after > before;
  };
  await setTook('1 hour');
  expect({ isSampled: await sample(), connections }).toEqual({ isSampled: false, connections: 0 });
  // Longer than the console waits, and long ago.
  await pool.query("UPDATE service_sample SET took = '2 seconds', sampled_at = now() - interval '1 hour'");
  expect({ isSampled: await sample(), connections }).toEqual({ isSampled: true, connections: 1 });
});

test('a task that has waited for longer than every window counts as queued, and in no step', async () => {
  const owner = await givenOwner(connection);
  const taskId = await givenTask(connection, owner);
  const before = await readServiceOverview(database, { window: '30d' });
  await pool.query('ALTER TABLE tasks DISABLE TRIGGER refuse_illegal_transition');
  await pool.query(`UPDATE tasks SET created_at = now() - interval '40 days' WHERE id = $1`, [taskId]);
  await pool.query('ALTER TABLE tasks ENABLE TRIGGER refuse_illegal_transition');
  await setTook('0');
  const after = await readServiceOverview(database, { window: '30d' });
  expect(after.queued).toBe(before.queued);
  expect(after.tasks).toBe(before.tasks - 1);
});

test('a process does not wait for the sample of another one', async () => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ sampled_at: Date }>(
      'SELECT sampled_at FROM service_sample FOR UPDATE',
    );
    const overview = await readServiceOverview(database, { window: '24h' });
    expect(overview.at).toEqual(rows[0]?.sampled_at);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
