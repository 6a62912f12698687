import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { revokeKey } from '../src/keys/keys.queries.ts';
import { givenOwner, useDatabase } from './support/database.ts';
import { askJson, type ServerProcess, startProcess } from './support/processes.ts';

const connection = useDatabase();
let dataDirectory: string;
let apis: ServerProcess[] = [];
let workers: ServerProcess[] = [];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'keyframe-many-'));
  const environment = {
    DATABASE_URL: connection.url,
    KEYFRAME_DATA: dataDirectory,
    RATE_CREATE: '60',
    RATE_POLL: '1000',
  };
  const start = (role: string) =>
    Promise.all([1, 2, 3].map(() => startProcess({ ...environment, ROLE: role })));
  [apis, workers] = await Promise.all([start('api'), start('worker')]);
}, 120_000);

afterAll(async () => {
  await Promise.all([...apis, ...workers].map((process) => process.stop()));
  await rm(dataDirectory, { recursive: true, force: true });
});

const submit = (api: ServerProcess, key: string, prompt: string) =>
  askJson(`${api.url}/v1/videos/generations`, { key, json: { model: 'video-2-0', input: { prompt } } });

test('LIM-1 of 200 concurrent requests over three APIs exactly 60 pass', async () => {
  const { key } = await givenOwner(connection, { mode: 'test' });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      submit(apis[index % 3] as ServerProcess, key, '#sandbox:fail=content_rejected'),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(60).fill(202), ...Array<number>(140).fill(429)]);
});

test('tasks submitted through any API are completed by whichever worker, and any API shows them', async () => {
  const owners = await Promise.all(apis.map(() => givenOwner(connection, { mode: 'test' })));
  const submitted = await Promise.all(
    owners.flatMap(({ key }, index) =>
      [1, 2, 3].map(async () => {
        const { body } = await submit(apis[index] as ServerProcess, key, 'a calm sea');
        return { key, id: String(body.taskId), elsewhere: apis[(index + 1) % 3] as ServerProcess };
      }),
    ),
  );
  for (const { key, id, elsewhere } of submitted) {
    const record = () => askJson(`${elsewhere.url}/v1/tasks/${id}`, { key });
    await vi.waitUntil(
      async () => {
        const { body } = await record();
        if (body.status === 'failed') throw new Error(`${id} failed: ${body.failed_reason}`);
        return body.status === 'completed';
      },
      { timeout: 100_000, interval: 500 },
    );
  }
  expect(await auditLedger(connection.database)).toMatchObject({ balanced: true });
}, 120_000);

test('AUT-3 a revoked key stops on every API at once', async () => {
  const { key, keyId } = await givenOwner(connection, { mode: 'test' });
  const statuses = () =>
    Promise.all(apis.map(async (api) => (await askJson(`${api.url}/v1/tasks/task_unknown`, { key })).status));
  expect(await statuses()).toEqual([404, 404, 404]);
  await revokeKey(connection.database, keyId);
  expect(await statuses()).toEqual([401, 401, 401]);
});
