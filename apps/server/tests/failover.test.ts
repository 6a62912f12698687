import { eventually } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '../src/db/database.ts';
import { isDatabaseUnavailable } from '../src/db/unavailable.ts';
import { failOver } from './support/fail-over.ts';
import { type ReplicatedService, setReadOnly, startReplicatedService } from './support/replicated-service.ts';

let service: ReplicatedService;

beforeAll(async () => {
  service = await startReplicatedService();
});
afterAll(() => service[Symbol.asyncDispose]());

const submit = (prompt: string) =>
  service.send('/v1/videos/generations', { json: { model: 'video-2-0', input: { prompt } } });

async function expectUnavailable(): Promise<void> {
  const { status, retryAfter, body } = await submit('a calm sea');
  expect(status).toBe(500);
  expect(body.error).toMatchObject({ code: 'internal_error', retry_after: expect.any(Number) });
  expect(retryAfter).toMatch(/^\d+$/);
}

test('uses the writable one of several servers in DATABASE_URL', async () => {
  expect(await service.readiness()).toBe(200);
  expect((await submit('a calm sea')).status).toBe(202);
  const { rows } = await service.connection.pool.query<{ standby: boolean }>(
    'SELECT pg_is_in_recovery() AS standby',
  );
  expect(rows).toEqual([{ standby: false }]);
});

test('a standby alone makes a process not ready, and its requests say when to retry', async () => {
  const { pool, close } = connectDatabase(service.standby.url);
  const error: unknown = await pool.query('SELECT 1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await close();
});

test('a read-only database makes a process not ready; new connections replace those that could only read', async () => {
  await setReadOnly(service.primary.url, 'on');
  try {
    await eventually('an unready service', async () => (await service.readiness()) === 503);
    for (let count = 0; count < 20; count += 1) await expectUnavailable();
  } finally {
    await setReadOnly(service.primary.url, 'off');
  }
  await eventually('a ready service', async () => (await service.readiness()) === 200);
  expect((await submit('a calm sea')).status).toBe(202);
});

test('a transaction that fails because the database is read-only does not return its connection to the pool', async () => {
  const { pool, database, close } = connectDatabase(service.primary.url, { max: 1 });
  const readPid = async () =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  const before = await readPid();
  const transaction = database.transaction(async (held) => {
    await held.execute('SET TRANSACTION READ ONLY');
    await held.execute('UPDATE owners SET name = name');
  });
  const error: unknown = await transaction.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await readPid()).not.toBe(before);
  await close();
});

test('STA-5 a video that is finished while the database is read-only is stored later and not rendered again', async () => {
  const prompt = 'a storm at night';
  service.runBeforeEnd(prompt, () => setReadOnly(service.primary.url, 'on'));
  const { body } = await submit(prompt);
  await eventually('an unready service', async () => (await service.readiness()) === 503);
  await setReadOnly(service.primary.url, 'off');
  await eventually(
    'the completed task',
    async () => (await service.send(`/v1/tasks/${body.taskId}`)).body.status === 'completed',
  );
  expect(service.rendered.filter((text) => text === prompt)).toHaveLength(1);
});

test('STA-5 no accepted task is lost and none is paid twice when the primary dies and the standby is promoted', async () => {
  await service.setCommitMode('on');
  const { accepted, firstAcceptedMs, ...outcome } = await failOver(service);
  // Nothing is accepted that the standby has not stored.
  expect(accepted).toEqual({ replicated: 20, later: 0 });
  expect(outcome).toEqual({
    lost: [],
    duplicates: 0,
    ledger: { findings: 0, sum: 0 },
    withoutCallback: [],
  });
  expect(firstAcceptedMs).toBeLessThan(3_000);
  expect(await service.readiness()).toBe(200);
});

test('a primary that does not wait for its standby loses accepted tasks, which the check finds', async () => {
  await using lossy = await startReplicatedService();
  await lossy.setCommitMode('local');
  const { accepted, lost, ledger } = await failOver(lossy);
  expect(accepted).toEqual({ replicated: 20, later: 20 });
  expect(lost).toHaveLength(20);
  // The remaining tasks are consistent.
  expect(ledger).toEqual({ findings: 0, sum: 0 });
});
