import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, MockError, startMock } from '../src/index.ts';
import { ANSWERS, type Answer, bodyProblems } from './contract-document.ts';

const KEY = { authorization: 'Bearer sk_test_any' };
const GENERATION = { model: 'video-2-0', input: { prompt: 'A lighthouse at dusk' } };

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ port: 0, host: '127.0.0.1' });
});

afterAll(() => mock.stop());

function ask(method: string, path: string, init: { headers?: Record<string, string>; body?: unknown } = {}) {
  return fetch(mock.url + path.replace('{id}', 'task_1'), {
    method,
    headers: { 'content-type': 'application/json', ...init.headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify(init.body ?? GENERATION) }),
  });
}

function answer(path: string, status: string): Answer {
  const found = ANSWERS.find((candidate) => candidate.path === path && candidate.status === status);
  if (found === undefined) throw new Error(`The contract has no ${status} on ${path}`);
  return found;
}

test('the contract documents both operations with all their answers', () => {
  expect(ANSWERS.map(({ method, status }) => `${method} ${status}`)).toEqual([
    ...['202', '400', '401', '402', '403', '429', '500'].map((status) => `POST ${status}`),
    ...['200', '400', '401', '403', '404', '429', '500'].map((status) => `GET ${status}`),
  ]);
});

test.each(ANSWERS)('$method $path answers $status on request, with a body of the contract', async (asked) => {
  const response = await ask(asked.method, asked.path, {
    headers: { ...KEY, prefer: `code=${asked.status}` },
  });
  expect(response.status).toBe(Number(asked.status));
  expect(bodyProblems(asked.schemaPointer, await response.json())).toEqual([]);
});

const examples = ANSWERS.flatMap((asked) => asked.examples.map((example) => ({ ...asked, example })));

test.each(examples)(
  '$method $path answers the example $example on request',
  async ({ example, ...asked }) => {
    const response = await ask(asked.method, asked.path, {
      headers: { ...KEY, prefer: `code=${asked.status}, example=${example}` },
    });
    expect(response.status).toBe(Number(asked.status));
    expect(bodyProblems(asked.schemaPointer, await response.json())).toEqual([]);
  },
);

test('the example of a status is chosen by its name', async () => {
  const response = await ask('GET', '/v1/tasks/{id}', {
    headers: { ...KEY, prefer: 'code=200, example=failed' },
  });
  expect(await response.json()).toMatchObject({ status: 'failed', billing_status: 'refunded' });
});

test('a request without a key is answered 401', async () => {
  const response = await ask('GET', '/v1/tasks/{id}');
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
});

const invalid: [string, unknown][] = [
  ['no prompt', { model: 'video-2-0', input: {} }],
  ['an unknown model', { ...GENERATION, model: 'video-9' }],
  [
    'image-to-video without images',
    { model: 'video-2-0', input: { prompt: 'x', generation_type: 'image-to-video' } },
  ],
];

test.each(invalid)('a body with %s is answered 400 as the contract says', async (_, body) => {
  const response = await ask('POST', '/v1/videos/generations', { headers: KEY, body });
  expect(response.status).toBe(400);
  const problems = bodyProblems(answer('/v1/videos/generations', '400').schemaPointer, await response.json());
  expect(problems).toEqual([]);
});

test('a body that is no JSON is answered too, in Prism’s own words', async () => {
  const response = await fetch(`${mock.url}/v1/videos/generations`, {
    ...{ method: 'POST', body: '{bad', signal: AbortSignal.timeout(5_000) },
    headers: { ...KEY, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
});

test('a taken port is an error that names the variable', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  const start = startMock({ port, host: '127.0.0.1' });
  await expect(start).rejects.toThrow(
    new MockError('port_taken', `Port ${port} of 127.0.0.1 is taken: set MOCK_PORT to a free one.`),
  );
  occupant.close();
});

test('a stopped mock answers no more, and may be stopped again', async () => {
  const other = await startMock({ port: 0, host: '127.0.0.1' });
  await other.stop();
  await other.stop();
  await expect(fetch(other.url)).rejects.toThrow('fetch failed');
});
