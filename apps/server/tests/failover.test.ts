import { writeFile } from 'node:fs/promises';
import { createDataDirectory, type DataDirectory, freePort } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from '../src/db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/db/embedded.ts';
import { isDatabaseUnavailable } from '../src/db/unavailable.ts';
import type { GenerationProvider } from '../src/generation/provider.ts';
import { type Server, startServer } from '../src/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenOwner } from './support/database.ts';
import { sampleMp4 } from './support/sample-media.ts';
import { runStatement, startStandby } from './support/standby.ts';

const directories: DataDirectory[] = [];
let primary: EmbeddedDatabase;
let standby: EmbeddedDatabase;
let server: Server;
let connection: DatabaseConnection;
let key: string;
/** Prompts in the order in which the provider received them. */
const rendered: string[] = [];
/** Runs before a render ends. */
let beforeEnd = async (): Promise<void> => {};

beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) directories.push(await createDataDirectory());
  const [primaryDirectory = '', directory = '', data = ''] = directories.map(({ path }) => path);
  primary = await startEmbeddedDatabase(primaryDirectory);
  standby = await startStandby({ primary, primaryDirectory, directory });
  // The standby is listed first: a start has to find the primary.
  const databaseUrl = listServers([standby.url, primary.url]);
  const config = parseConfig({
    PORT: String(await freePort()),
    KEYFRAME_DATA: data,
    DATABASE_URL: databaseUrl,
    RATE_CREATE: '10000',
    RATE_STATUS: '10000',
    RATE_POLL: '10000',
  });
  const video = await sampleMp4(1);
  server = await startServer({ ...config, databaseUrl }, createLog('silent'), {
    createProvider: async () => countingProvider(video),
  });
  connection = connectDatabase(databaseUrl, { onIdleError: () => {} });
  ({ key } = await givenOwner(connection, { credits: 1_000_000 }));
});

afterAll(async () => {
  await server.stop();
  await connection.close();
  await standby.stop();
  await primary.stop();
  for (const directory of directories) await directory[Symbol.asyncDispose]();
});

function listServers(urls: readonly string[]): string {
  const [first = '', ...others] = urls;
  return first.replace(/@([^/]+)\//, `@$1,${others.map((url) => new URL(url).host).join(',')}/`);
}

function countingProvider(video: Uint8Array): GenerationProvider {
  return {
    slots: { all: 4, perOwner: 4 },
    generate: async ({ input, videoPath }) => {
      rendered.push(input.prompt);
      await beforeEnd();
      await writeFile(videoPath, video);
      return { hasLastFrame: false };
    },
    close: async () => {},
  };
}

/** Changes the mode of new transactions, also of sessions that are open. */
async function setReadOnly(url: string, mode: 'on' | 'off'): Promise<void> {
  await runStatement(url, `ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
  await runStatement(url, 'SELECT pg_reload_conf()');
}

async function send(path: string, json?: object) {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as { taskId?: string; status?: string; error?: object };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

const submit = (prompt: string) => send('/v1/videos/generations', { model: 'video-2-0', input: { prompt } });
const readiness = async () => (await fetch(`${server.url}/readyz`)).status;

async function expectUnavailable(): Promise<void> {
  const { status, retryAfter, body } = await submit('a calm sea');
  expect(status).toBe(500);
  expect(body.error).toMatchObject({ code: 'internal_error', retry_after: expect.any(Number) });
  expect(retryAfter).toMatch(/^\d+$/);
}

test('uses the writable one of several servers in DATABASE_URL', async () => {
  expect(await readiness()).toBe(200);
  expect((await submit('a calm sea')).status).toBe(202);
  const { rows } = await connection.pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  expect(rows).toEqual([{ standby: false }]);
});

test('a standby alone makes a process not ready, and its requests say when to retry', async () => {
  const { pool, close } = connectDatabase(standby.url);
  const error: unknown = await pool.query('SELECT 1').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '25006' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await close();
});

test('a read-only database makes a process not ready; new connections replace those that could only read', async () => {
  await setReadOnly(primary.url, 'on');
  try {
    await vi.waitUntil(async () => (await readiness()) === 503, { timeout: 10_000, interval: 50 });
    for (let count = 0; count < 20; count += 1) await expectUnavailable();
  } finally {
    await setReadOnly(primary.url, 'off');
  }
  await vi.waitUntil(async () => (await readiness()) === 200, { timeout: 10_000, interval: 50 });
  expect((await submit('a calm sea')).status).toBe(202);
});

test('a transaction that fails because the database is read-only does not return its connection to the pool', async () => {
  const { pool, database, close } = connectDatabase(primary.url, { max: 1 });
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
  beforeEnd = () => setReadOnly(primary.url, 'on');
  const { body } = await submit(prompt);
  await vi.waitUntil(async () => (await readiness()) === 503, { timeout: 20_000, interval: 50 });
  beforeEnd = async () => {};
  await setReadOnly(primary.url, 'off');
  await vi.waitUntil(async () => (await send(`/v1/tasks/${body.taskId}`)).body.status === 'completed', {
    timeout: 30_000,
    interval: 100,
  });
  expect(rendered.filter((text) => text === prompt)).toHaveLength(1);
});

test('after the primary has died and the standby was promoted, the service continues there without a restart', async () => {
  await primary.stop();
  await expectUnavailable();
  expect(await readiness()).toBe(503);
  await runStatement(standby.url, 'SELECT pg_promote()');
  const promotedAt = performance.now();
  await vi.waitUntil(async () => (await submit('a calm sea')).status === 202, {
    timeout: 20_000,
    interval: 20,
  });
  expect(performance.now() - promotedAt).toBeLessThan(10_000);
  expect(await readiness()).toBe(200);
  expect(await auditLedger(connection.database)).toMatchObject({ balanced: true, findings: [] });
});
