import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@keyframe/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditLedger, readBalance } from '../src/credits/ledger.queries.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { askJson, type ServerProcess, startProcess } from './support/processes.ts';

const SCRIPT = fileURLToPath(new URL('support/failing-server.ts', import.meta.url));

const connection = useDatabase();
const processes: ServerProcess[] = [];
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyframe-crash-'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.stop()));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function start(): Promise<ServerProcess> {
  const process = await startProcess(
    {
      DATABASE_URL: connection.url,
      KEYFRAME_DATA: directory,
      RATE_POLL: '1000',
      LEASE_MS: '2000',
    },
    SCRIPT,
  );
  processes.push(process);
  return process;
}

test('PUR-3 a provider that kills its process loses no task: another process completes it, charged once', async () => {
  const owner = await givenOwner(connection, { mode: 'test', credits: 100 });
  const first = await start();
  const json = { model: 'video-2-0', input: { prompt: `kill-process-once ${join(directory, 'mark')}` } };
  const { body } = await askJson(`${first.url}/v1/videos/generations`, { key: owner.key, json });
  await first.ended;
  const second = await start();
  const record = () => askJson(`${second.url}/v1/tasks/${body.taskId}`, { key: owner.key });
  expect((await record()).body).toMatchObject({ status: 'generating', billing_status: 'reserved' });
  // Until the dead worker's lease has run out.
  await eventually('the completed task', async () => (await record()).body.status === 'completed');
  expect(await readBalance(connection.database, owner.ownerId, 'test')).toEqual({
    available: 50,
    reserved: 0,
  });
  expect(await auditLedger(connection.database)).toMatchObject({ balanced: true });
});

test('STA-6 a task that kills two processes is not given a third: it fails, is refunded, and the log names it', async () => {
  const owner = await givenOwner(connection, { mode: 'test', credits: 100 });
  const first = await start();
  const json = { model: 'video-2-0', input: { prompt: 'kill-process' } };
  const { body } = await askJson(`${first.url}/v1/videos/generations`, { key: owner.key, json });
  await first.ended;
  await (await start()).ended;
  const third = await start();
  const record = async () => (await askJson(`${third.url}/v1/tasks/${body.taskId}`, { key: owner.key })).body;
  await eventually('the failed task', async () => (await record()).status === 'failed');
  expect(await record()).toMatchObject({ failed_reason: 'provider_failed', billing_status: 'refunded' });
  expect(await readBalance(connection.database, owner.ownerId, 'test')).toEqual({
    available: 100,
    reserved: 0,
  });
  const lines = third.log().split('\n');
  const found = lines.filter((line) => line.includes(String(body.taskId))).map((line) => JSON.parse(line));
  expect(found).toContainEqual(expect.objectContaining({ deaths: 2, msg: expect.stringMatching(/died/) }));
});
