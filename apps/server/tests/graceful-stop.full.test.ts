import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { askJson, type ServerProcess, startProcess } from './support/processes.ts';

const connection = useDatabase();
let dataDirectory: string;
const running: ServerProcess[] = [];

async function start(role: 'api' | 'worker'): Promise<ServerProcess> {
  const process = await startProcess({
    ROLE: role,
    DATABASE_URL: connection.url,
    KEYFRAME_DATA: dataDirectory,
    RATE_POLL: '1000',
  });
  running.push(process);
  return process;
}

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'keyframe-stop-'));
});
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await rm(dataDirectory, { recursive: true, force: true });
});

test('a stopping worker returns its running renders within 10 seconds, and the next start finishes them', {
  timeout: 400_000,
}, async () => {
  const [api, worker] = await Promise.all([start('api'), start('worker')]);
  const live = await givenOwner(connection);
  const sandbox = await givenOwner(connection, { mode: 'test' });
  const submit = async (key: string, input: object) => {
    const json = { model: 'video-2-0', input: { prompt: 'a calm sea', ...input } };
    const { body } = await askJson(`${api.url}/v1/videos/generations`, { key, json });
    return async () => (await askJson(`${api.url}/v1/tasks/${body.taskId}`, { key })).body;
  };
  const records = await Promise.all([
    submit(live.key, { duration: 4, resolution: '480p' }),
    submit(sandbox.key, { prompt: '#sandbox:delay=5s' }),
  ]);
  const statuses = async () => (await Promise.all(records.map((read) => read()))).map(({ status }) => status);
  const all = (status: string) => async () => (await statuses()).every((seen) => seen === status);
  await eventually('the start of all tasks', all('generating'));

  const { code, seconds } = await worker.stop();
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
  expect(await statuses()).toEqual(['generating', 'generating']);
  const { rows } = await connection.pool.query(
    "SELECT count(*)::int AS held, sum(deaths)::int AS deaths FROM jobs WHERE state <> 'waiting'",
  );
  expect(rows).toEqual([{ held: 0, deaths: null }]);

  await start('worker');
  await eventually('the end of all tasks', all('completed'));
  expect(await auditLedger(connection.database)).toMatchObject({ balanced: true });
  const stopped = await api.stop();
  expect(stopped).toMatchObject({ code: 0 });
  expect(stopped.seconds).toBeLessThan(10);
});
