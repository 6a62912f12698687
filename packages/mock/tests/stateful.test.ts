import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, MockError, startMock } from '../src/index.ts';
import { ANSWERS, findProblems } from './contract-document.ts';

const KEY = { authorization: 'Bearer sk_test_any' };

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ pace: 'fast' });
});

afterAll(() => mock.stop());

type Json = Record<string, unknown>;

async function ask(
  line: string,
  { headers = KEY, body }: { headers?: Record<string, string>; body?: unknown } = {},
) {
  const [method = '', path = ''] = line.split(' ');
  return fetch(mock.url + path.replace('{id}', 'task_1'), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? createGeneration('A lighthouse at dusk')) }),
  });
}

function createGeneration(prompt: string, input: Json = {}) {
  return { model: 'video-2-0', input: { prompt, ...input } };
}

async function generate(prompt: string, headers = KEY): Promise<{ taskId: string; credits: number }> {
  const response = await ask('POST /v1/videos/generations', { body: createGeneration(prompt), headers });
  expect(await findProblems('createVideoGeneration', response.clone())).toEqual([]);
  return (await response.json()) as { taskId: string; credits: number };
}

async function waitForEnd(taskId: string, headers = KEY): Promise<{ seen: string[]; task: Json }> {
  const seen: string[] = [];
  let task: Json = {};
  await expect
    .poll(
      async () => {
        const response = await ask(`GET /v1/tasks/${taskId}`, { headers });
        expect(await findProblems('getTask', response.clone())).toEqual([]);
        task = (await response.json()) as Json;
        const status = String(task.status);
        if (seen.at(-1) !== status) seen.push(status);
        return status;
      },
      { interval: 5, timeout: 10_000 },
    )
    .toMatch(/completed|failed/);
  return { seen, task };
}

async function readBalance(headers: Record<string, string>): Promise<Json> {
  return (await (await ask('GET /v1/credits', { headers })).json()) as Json;
}

test.each(ANSWERS)(
  '$method $path answers $status on request, with a body of the contract',
  async (answer) => {
    const { method, path, status, operationId } = answer;
    const response = await ask(`${method} ${path}`, { headers: { ...KEY, prefer: `code=${status}` } });
    expect(response.status).toBe(Number(status));
    expect(await findProblems(operationId, response)).toEqual([]);
  },
);

const examples = ANSWERS.flatMap((answer) => answer.examples.map((example) => ({ ...answer, example })));

test.each(examples)('$method $path answers the example $example on request', async (answer) => {
  const { method, path, status, example, operationId } = answer;
  const prefer = `code=${status}, example=${example}`;
  const response = await ask(`${method} ${path}`, { headers: { ...KEY, prefer } });
  expect(response.status).toBe(Number(status));
  expect(await findProblems(operationId, response)).toEqual([]);
});

test('a task passes through its states, and its video is in the result', async () => {
  const { taskId, credits } = await generate('A lighthouse at dusk');
  const { seen, task } = await waitForEnd(taskId);
  expect(['queued', 'generating', 'completed']).toEqual(expect.arrayContaining(seen));
  expect(task).toMatchObject({ id: taskId, status: 'completed', billing_status: 'charged', credits });
  const [address = ''] = (task.data as { results: string[] }).results;
  const video = await fetch(address, { headers: { range: 'bytes=4-7' } });
  expect([video.status, video.headers.get('content-type'), await video.text()]).toEqual([
    206,
    'video/mp4',
    'ftyp',
  ]);
});

test('streamTaskEvents plays the states of a task to a reader that comes back for each', async () => {
  const { taskId } = await generate('A lighthouse at dusk');
  const seen: string[] = [];
  for (let status = 200; status !== 204 && seen.length < 9; ) {
    const last = seen.at(-1);
    const headers = { ...KEY, ...(last !== undefined && { 'last-event-id': last }) };
    const response = await fetch(`${mock.url}/v1/tasks/${taskId}/events`, { headers });
    const text = await response.text();
    const [, state, data = '{}'] = /^event: task\nid: (\w+)\nretry: \d+\ndata: (.*)\n\n$/.exec(text) ?? [];
    if (state !== undefined)
      expect(JSON.parse(data)).toMatchObject({ id: taskId, status: seen[seen.push(state) - 1] });
    status = response.status;
  }
  expect(seen.at(-1)).toBe('completed');
  expect(['queued', 'generating', 'completed']).toEqual(expect.arrayContaining(seen));
  expect((await ask('GET /v1/tasks/task_unknown/events')).status).toBe(404);
});

test('credits are reserved, and spent by a completed task', async () => {
  const headers = { ...KEY, 'mock-world': 'spent' };
  const { taskId, credits } = await generate('A cat', headers);
  expect(credits).toBe(50);
  expect(await readBalance(headers)).toMatchObject({ available: 99_950, reserved: 50 });
  await waitForEnd(taskId, headers);
  expect(await readBalance(headers)).toMatchObject({ available: 99_950, reserved: 0 });
});

test.each([
  ['#sandbox:fail=content_rejected', 'content_rejected', 'refunded', 100_000],
  ['#sandbox:timeout', 'timed_out', 'refunded', 100_000],
  ['#sandbox:refund_failed', 'provider_failed', 'refund_failed', 99_950],
])('%s fails with %s and is %s', async (...[prompt, reason, billing, available]) => {
  const headers = { ...KEY, 'mock-world': prompt.replace('#', '') };
  const { taskId } = await generate(`A cat ${prompt}`, headers);
  const { task } = await waitForEnd(taskId, headers);
  expect(task).toMatchObject({ status: 'failed', failed_reason: reason, billing_status: billing });
  expect(await readBalance(headers)).toEqual({ mode: 'test', available, reserved: 0 });
});

test('directives of live keys have no effect', async () => {
  const headers = { authorization: 'Bearer sk_live_any', 'mock-world': 'live' };
  const { taskId } = await generate('#sandbox:timeout', headers);
  expect((await waitForEnd(taskId, headers)).task.status).toBe('completed');
});

test('a task that the balance does not cover is answered 402', async () => {
  const headers = { ...KEY, 'mock-world': 'poor' };
  const body = createGeneration('A cat', { resolution: '4k', duration: 15 });
  let response = await ask('POST /v1/videos/generations', { body, headers });
  while (response.status === 202) response = await ask('POST /v1/videos/generations', { body, headers });
  expect(response.status).toBe(402);
  expect(await findProblems('createVideoGeneration', response.clone())).toEqual([]);
  const { error } = (await response.json()) as { error: Json };
  expect(error).toMatchObject({ available: (await readBalance(headers)).available });
  expect(error.required).toBeGreaterThan(Number(error.available));
});

test('lists what was created, and nothing else', async () => {
  const headers = { ...KEY, 'mock-world': 'list' };
  const created = [await generate('one', headers), await generate('two', headers)];
  const response = await ask('GET /v1/tasks?limit=1', { headers });
  expect(await findProblems('listTasks', response.clone())).toEqual([]);
  const { data, next_cursor } = (await response.json()) as { data: { id: string }[]; next_cursor: string };
  const next = (await (
    await ask(`GET /v1/tasks?cursor=${next_cursor}`, { headers })
  ).json()) as typeof response & {
    data: { id: string }[];
  };
  expect([...data, ...next.data].map(({ id }) => id)).toEqual(created.map(({ taskId }) => taskId).reverse());
});

test('a callback that may not be sent is listed as a delivery of its task', async () => {
  const headers = { ...KEY, 'mock-world': 'callback' };
  const body = { ...createGeneration('A cat'), callback_url: 'https://hooks.example.com/a' };
  const created = await ask('POST /v1/videos/generations', { body, headers });
  const { taskId } = (await created.json()) as { taskId: string };
  await waitForEnd(taskId, headers);
  const response = await ask(`GET /v1/tasks/${taskId}/deliveries`, { headers });
  expect(await findProblems('listTaskDeliveries', response.clone())).toEqual([]);
  const { data } = (await response.json()) as { data: Json[] };
  expect(data).toMatchObject([{ status: 'failed', attempts: [{ error: 'blocked_address' }] }]);
});

test('returns each callback of the sandbox once, in order, after a position', async () => {
  const headers = { ...KEY, 'mock-world': 'sandbox' };
  const read = async (query: string) => {
    const response = await ask(`GET /v1/sandbox/callbacks${query}`, { headers });
    expect(await findProblems('listSandboxCallbacks', response.clone())).toEqual([]);
    return (await response.json()) as { data: Json[]; position: string };
  };
  const start = await read('');
  const { taskId: failed } = await generate('A cat #sandbox:fail=timed_out', headers);
  await waitForEnd(failed, headers);
  const { taskId: completed } = await generate('A cat', headers);
  await waitForEnd(completed, headers);
  const first = await read(`?after=${start.position}&limit=1`);
  const second = await read(`?after=${first.position}`);
  expect([...first.data, ...second.data]).toMatchObject([
    { id: failed, status: 'failed', data: { failed_reason: 'timed_out' } },
    { id: completed, status: 'completed', data: { results: [expect.stringContaining(completed)] } },
  ]);
  expect(await read(`?after=${second.position}`)).toEqual({ data: [], position: second.position });
  const unknown = await ask('GET /v1/sandbox/callbacks?after=x', { headers });
  expect(await unknown.json()).toMatchObject({ error: { param: 'after' } });
  const live = await ask('GET /v1/sandbox/callbacks', { headers: { authorization: 'Bearer sk_live_any' } });
  expect([start.data, live.status]).toEqual([[], 403]);
});

test('a 400 response names the field that violates the contract', async () => {
  const response = await ask('POST /v1/videos/generations', { body: createGeneration('x', { duration: 3 }) });
  expect(await findProblems('createVideoGeneration', response.clone())).toEqual([]);
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringMatching(/^input\.duration: must be /), param: '/input/duration' },
  });
});

test('OPEN-18 a wrong body without a key is answered 401', async () => {
  const headers = { authorization: '' };
  expect((await ask('POST /v1/videos/generations', { headers, body: {} })).status).toBe(401);
});

test('a taken port is an error that names it', async () => {
  await using occupant = await listen(createServer());
  const { port } = occupant;
  await expect(startMock({ port })).rejects.toThrow(
    new MockError('port_taken', `Port ${port} on 127.0.0.1 is already in use.`),
  );
});

test('faults and other pages are options', async () => {
  const origin = 'https://app.example.com';
  const faults = ['GET /v1/models=500'];
  await using other = await startMock({ faults, allowOrigins: [origin] });
  const response = await fetch(`${other.url}/v1/models`, { headers: { ...KEY, origin } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([500, origin]);
  await expect(startMock({ faults: ['GET /v1/model=500'] })).rejects.toThrow('GET /v1/model');
});
