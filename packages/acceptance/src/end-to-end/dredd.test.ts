import { createClient } from '@keyframe/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../service/account.ts';
import { type Service, startService } from '../service/service.ts';
import { type Adjustment, type DreddSubject, runDredd } from './dredd.ts';

const GENERATION = { model: 'video-2-0', input: { prompt: 'a calm sea', duration: 4 } } as const;
const ALL_TRANSACTIONS = 26;
const POST = 'POST /v1/videos/generations';
const GET = 'GET /v1/tasks/{id}';
const READS = ['GET /v1/credits', 'GET /v1/models'];
const LIMIT = 60;

let service: Service;

beforeAll(async () => {
  service = await startService({ env: { RATE_CREATE: String(LIMIT), RATE_STATUS: String(LIMIT) } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

function bearer(key: string): Adjustment {
  return { headers: { Authorization: `Bearer ${key}` } };
}

/** Uses up both limits of a key. */
async function exhaust(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let count = 0; count < LIMIT; count += 1) {
    await fetch(`${service.url}/v1/videos/generations`, { method: 'POST', headers, body: '{}' });
    await fetch(`${service.url}/v1/tasks/task_unknown`, { headers });
  }
}

async function completedTask(key: string): Promise<string> {
  const client = createClient({ apiKey: key, baseUrl: service.url });
  const { taskId } = await client.videos.create(GENERATION);
  await client.tasks.wait(taskId, { pollInterval: 500 });
  return taskId;
}

/** Gives every answer of the contract a key, a task or a body that brings the service to it. */
async function subjectOfServer(): Promise<DreddSubject> {
  const { operator } = service;
  const account = await createAccount(operator);
  const [creator, reader, limited] = await Promise.all([
    operator.createKey(account.ownerId, 'test', ['videos:create']),
    operator.createKey(account.ownerId, 'test', ['tasks:read']),
    operator.createKey(account.ownerId, 'test'),
  ]);
  const poor = await createAccount(operator, { credits: 0 });
  await exhaust(limited.key);
  const body = JSON.stringify(GENERATION);
  const path = `/v1/tasks/${await completedTask(account.key)}`;
  const reason = 'no request brings a sound service to fail';
  // A request that only reads has no other way to be wrong than as HTTP.
  const malformed: Adjustment = { headers: { Expect: 'the unexpected' } };
  return {
    adjustments: {
      [`${POST} 202`]: { ...bearer(account.key), body },
      [`${POST} 400`]: { ...bearer(account.key), body: '{}' },
      [`${POST} 402`]: { ...bearer(poor.key), body },
      [`${POST} 403`]: { ...bearer(reader.key), body },
      [`${POST} 429`]: { ...bearer(limited.key), body },
      [`${GET} 200`]: { ...bearer(account.key), path },
      [`${GET} 400`]: malformed,
      [`${GET} 403`]: { ...bearer(creator.key), path },
      [`${GET} 404`]: { ...bearer(account.key), path: '/v1/tasks/task_unknown' },
      [`${GET} 429`]: { ...bearer(limited.key), path },
      ...Object.fromEntries(
        READS.flatMap((read) => [
          [`${read} 200`, bearer(account.key)],
          [`${read} 400`, malformed],
          [`${read} 403`, bearer(creator.key)],
          [`${read} 429`, bearer(limited.key)],
        ]),
      ),
    },
    unperformed: Object.fromEntries([POST, GET, ...READS].map((operation) => [`${operation} 500`, reason])),
  };
}

test('Dredd finds the service as the contract says, in 22 of its 26 transactions', async () => {
  const report = await runDredd(service.url, await subjectOfServer());
  expect(report, report.output).toMatchObject({
    exitCode: 0,
    passing: 22,
    failing: 0,
    errors: 0,
    skipped: 4,
    total: ALL_TRANSACTIONS,
  });
});

test('Dredd finds the mock as the contract says, in all of its transactions', async () => {
  const codes = ['400', '401', '403', '429', '500'];
  const names = [
    ...['202', '402', ...codes].map((code) => `${POST} ${code}`),
    ...['200', '404', ...codes].map((code) => `${GET} ${code}`),
    ...READS.flatMap((read) => ['200', ...codes].map((code) => `${read} ${code}`)),
  ];
  const adjustments = Object.fromEntries(
    names.map((name) => [
      name,
      { headers: { Authorization: 'Bearer sk_test_any', Prefer: `code=${name.split(' ')[2]}` } },
    ]),
  );
  const report = await runDredd(service.mockUrl, { adjustments, unperformed: {} });
  expect(report, report.output).toMatchObject({
    exitCode: 0,
    passing: ALL_TRANSACTIONS,
    failing: 0,
    errors: 0,
    skipped: 0,
    total: ALL_TRANSACTIONS,
  });
});

test('Dredd tells when an answer is not the one of the contract', async () => {
  const report = await runDredd(service.url, { adjustments: {}, unperformed: {} });
  // Without keys only the answers to a missing key are right, one of each operation.
  expect(report).toMatchObject({ exitCode: 1, passing: 4, failing: ALL_TRANSACTIONS - 4 });
});
