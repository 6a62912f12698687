import { setTimeout } from 'node:timers/promises';
import {
  createDataDirectory,
  type DataDirectory,
  eventually,
  freePort,
  PRODUCTION_ENV,
} from '@keyframe/test-kit';
import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { auditLedger } from '../src/credits/ledger.queries.ts';
import { connectDatabase, type DatabaseConnection } from '../src/db/database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/db/embedded.ts';
import { type Server, startServer } from '../src/server.ts';
import { createLog } from '../src/telemetry/log.ts';
import { givenOwner } from './support/database.ts';

/** How long PostgreSQL stays away; by default as long as fifty requests take to be refused. `npm run outage` sets it. */
const OUTAGE_SECONDS = Number(process.env.KEYFRAME_OUTAGE_SECONDS ?? 0);

const receiver = await startTlsReceiver();
let directory: DataDirectory;
let port: number;
let postgres: EmbeddedDatabase;
let server: Server;
let connection: DatabaseConnection;

beforeAll(async () => {
  directory = await createDataDirectory();
  port = await freePort();
  postgres = await startEmbeddedDatabase(directory.path, { port });
  const config = parseConfig({
    ...PRODUCTION_ENV,
    PORT: String(await freePort()),
    KEYFRAME_DATA: directory.path,
    CALLBACK_RETRIES: '100ms,100ms',
    RATE_CREATE: '10000',
    RATE_STATUS: '10000',
    RATE_POLL: '10000',
    EGRESS_ALLOW: receiver.allow,
    EGRESS_CA: receiver.caFile,
  });
  server = await startServer({ ...config, databaseUrl: postgres.url }, createLog('silent'));
  connection = connectDatabase(postgres.url, { onIdleError: () => {} });
});

afterAll(async () => {
  await connection.close();
  await receiver.close();
  await directory[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly seconds: number;
  readonly retryAfter: string | null;
  readonly body: { taskId?: string; status?: string; error?: { code: string; retry_after?: number } };
}

async function ask(path: string, key: string, json?: object): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(20_000),
  });
  const body = (await response.json()) as Answer['body'];
  const seconds = (performance.now() - startedAt) / 1000;
  return { status: response.status, seconds, retryAfter: response.headers.get('retry-after'), body };
}

const submit = (key: string, prompt: string) =>
  ask('/v1/videos/generations', key, {
    model: 'video-2-0',
    callback_url: `${receiver.url}/callback`,
    input: { prompt },
  });

function expectOutage({ status, seconds, retryAfter, body }: Answer): void {
  expect(status).toBe(500);
  expect(body.error).toMatchObject({ code: 'internal_error', retry_after: expect.any(Number) });
  expect(retryAfter).toBe(String(body.error?.retry_after));
  expect(seconds).toBeLessThan(13);
}

/** Submits without pause, 8 at once, until stopped; returns every response. */
function storm(key: string) {
  const answers: Answer[] = [];
  let over = false;
  const lanes = Array.from({ length: 8 }, async () => {
    while (!over) answers.push(await submit(key, 'a calm sea #sandbox:fail=content_rejected'));
  });
  return {
    answers,
    stop: async () => {
      over = true;
      await Promise.all(lanes);
    },
  };
}

test('OPEN-12 while PostgreSQL is away requests fail clearly and soon; then all goes on, and nothing accepted is lost', {
  timeout: 120_000 + OUTAGE_SECONDS * 1000,
}, async () => {
  const { key } = await givenOwner(connection, { mode: 'test', credits: 10_000_000 });
  const before = [
    await submit(key, 'a calm sea'),
    await submit(key, 'a calm sea #sandbox:delay=1s'),
    await submit(key, 'a calm sea #sandbox:delay=4s'),
  ];
  const { answers, stop } = storm(key);
  await eventually('50 responses', () => answers.length > 50);

  await postgres.stop();
  const back = setTimeout(OUTAGE_SECONDS * 1000);
  const refused = () => answers.filter(({ status }) => status === 500);
  await eventually('50 rejected requests', () => refused().length > 50);
  expectOutage(await ask(`/v1/tasks/${before[0]?.body.taskId}`, key));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const readiness = await fetch(`${server.url}/readyz`);
  expect([readiness.status, await readiness.json()]).toMatchObject([
    503,
    { parts: { database: 'not ready' } },
  ]);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('http_response_status_code="500"');

  await back;
  postgres = await startEmbeddedDatabase(directory.path, { port });
  const restartedAt = performance.now();
  const recovered = answers.length;
  const accepted = () => answers.slice(recovered).filter(({ status }) => status === 202);
  await eventually('an accepted request', () => accepted().length > 0);
  const recoveryMs = Math.round(performance.now() - restartedAt);
  await eventually('50 accepted requests', () => accepted().length > 50);
  await stop();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  refused().forEach(expectOutage);
  expect(answers.every(({ status }) => status === 202 || status === 500)).toBe(true);

  const ids = [...before, ...answers].flatMap(({ body }) => body.taskId ?? []);
  const unfinished = async () => {
    const { rows } = await connection.pool.query<{ count: number }>(
      'SELECT count(*)::int FROM tasks WHERE finished_at IS NULL',
    );
    return rows[0]?.count;
  };
  await eventually('the end of all tasks', async () => (await unfinished()) === 0);
  const { rows } = await connection.pool.query<{ id: string; status: string }>(
    'SELECT id, status FROM tasks',
  );
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  expect(ids.filter((id) => !statuses.has(id))).toEqual([]);
  expect(before.map(({ body }) => statuses.get(body.taskId ?? ''))).toEqual([
    ...['completed', 'completed', 'completed'],
  ]);
  const holders = await connection.pool.query('SELECT FROM lease_holders');
  // Otherwise no request passed without a statement.
  expect(holders.rowCount).toBe(1);
  expect(await auditLedger(connection.database)).toMatchObject({ balanced: true, findings: [] });
  const called = () => new Set(receiver.requests.map(({ body }) => (JSON.parse(body) as { id: string }).id));
  await eventually('all callbacks', () => called().size === statuses.size);
  if (OUTAGE_SECONDS > 0) {
    process.stdout.write(
      `away ${OUTAGE_SECONDS} s: ${refused().length} requests refused, the first accepted ${recoveryMs} ms after the start; ${ids.length} accepted, 0 lost, ${called().size} called back, ledger balanced\n`,
    );
  }
});

test('a stop while PostgreSQL is away takes no longer than another', async () => {
  await postgres.stop();
  const startedAt = performance.now();
  await server.stop();
  expect((performance.now() - startedAt) / 1000).toBeLessThan(10);
});
