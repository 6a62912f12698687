// Edge cases of callers and faults of the service that a client must survive.

import { createHandClock } from '@keyframe/test-kit';
import { afterEach, expect, test, vi } from 'vitest';
import { listPauses, type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED, QUEUED } from '../tests/support/records.ts';
import { createClient, type VideoGenerationRequest } from './index.ts';

const REQUEST: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } };
const COMPLETED_ANSWER = { status: 200, body: COMPLETED };
const OUTAGE: ScriptedAnswer[] = [
  { broken: 'before' },
  { status: 500, body: { error: { code: 'internal_error', message: 'down' } } },
  { status: 503 },
  { broken: 'within' },
  { status: 502, body: '<html>Bad Gateway</html>' },
];

afterEach(() => {
  vi.unstubAllGlobals();
});

async function against(...script: ScriptedAnswer[]) {
  const server = await startApiServer(...script);
  const clock = createHandClock();
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, clock, random: () => 0 });
  return { server, client, clock, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('accepts an infinite timeout', async () => {
  await using server = await startApiServer(COMPLETED_ANSWER);
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url, timeout: Infinity });
  expect(await client.tasks.get('task_1')).toEqual(COMPLETED);
});

test('OPEN-23 creates a key for each submission without randomUUID, as on a page served by http', async () => {
  await using server = await startApiServer({ status: 202, body: { taskId: 'task_1', credits: 50 } });
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  await client.videos.create(REQUEST);
  await client.videos.create(REQUEST);
  const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
});

test.each([undefined, '', 'Bearer sk_test_key'])(
  'the key %j is refused before anything is sent',
  (apiKey) => {
    expect(() => createClient({ apiKey: apiKey as string, baseUrl: 'http://127.0.0.1' })).toThrow(/apiKey/);
  },
);

test.each([undefined, '', '.', '..'])('rejects the task id %j before sending anything', async (id) => {
  await using subject = await against(COMPLETED_ANSWER);
  await expect(subject.client.tasks.get(id as string)).rejects.toThrow('expected {id}');
  await expect(subject.client.tasks.wait(id as string)).rejects.toThrow('expected {id}');
  expect(subject.server.requests).toEqual([]);
});

test('ERR-5 a wait survives an outage that is longer than the retries of a call', async () => {
  await using subject = await against(...OUTAGE, ...OUTAGE, ...OUTAGE, COMPLETED_ANSWER);
  expect(await subject.client.tasks.wait('task_1', { waitTimeout: 3_600_000 })).toEqual(COMPLETED);
  expect(subject.server.requests).toHaveLength(16);
});

test('ends a wait at its deadline during an outage, with the outage as cause', async () => {
  await using subject = await against({ broken: 'before' });
  await expect(subject.client.tasks.wait('task_1', { waitTimeout: 120_000 })).rejects.toMatchObject({
    code: 'wait_timeout',
    cause: { code: 'network_error' },
  });
  expect(subject.clock.now()).toBe(120_000);
});

test('ERR-5 Retry-After may be a date', async () => {
  const inAMinute = new Date(Date.now() + 59_000).toUTCString();
  const error = { code: 'rate_limited', message: 'slow down' };
  await using subject = await against(
    { status: 429, body: { error }, headers: { 'retry-after': inAMinute } },
    COMPLETED_ANSWER,
  );
  await subject.client.tasks.wait('task_1');
  expect(listPauses(subject.clock)).toHaveLength(1);
  // Two runs of a clock apart, and dates have whole seconds.
  expect(listPauses(subject.clock)[0]).toBeGreaterThan(40_000);
  expect(listPauses(subject.clock)[0]).toBeLessThanOrEqual(60_000);
});

test('ERR-5 a wait respects a Retry-After of more than a minute', async () => {
  const error = { code: 'rate_limited', message: 'slow down', retry_after: 300 };
  await using subject = await against({ status: 429, body: { error } }, COMPLETED_ANSWER);
  await subject.client.tasks.wait('task_1', { waitTimeout: 3_600_000 });
  expect(listPauses(subject.clock)).toEqual([300_000]);
});

test('OPEN-1 END-5 sends the first poll after the Retry-After of the acceptance, and later polls at the interval', async () => {
  await using subject = await against(
    { status: 202, body: { taskId: 'task_1', credits: 50 }, headers: { 'retry-after': '7' } },
    { status: 200, body: QUEUED },
    COMPLETED_ANSWER,
  );
  const { taskId } = await subject.client.videos.create(REQUEST);
  await subject.client.tasks.wait(taskId);
  expect(listPauses(subject.clock)).toEqual([7000, 10_000]);
});

test('polls a task of another process at once', async () => {
  await using subject = await against(COMPLETED_ANSWER);
  await subject.client.tasks.wait('task_1');
  expect(listPauses(subject.clock)).toEqual([]);
});
