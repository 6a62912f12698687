import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mock, MockError, startMock } from '../src/index.ts';
import { ANSWERS, findProblems } from './contract-document.ts';

const KEY = { authorization: 'Bearer sk_test_any' };
const GENERATION = { model: 'video-2-0', input: { prompt: 'A lighthouse at dusk' } };

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ engine: 'prism' });
});

afterAll(() => mock.stop());

function ask(method: string, path: string, init: { headers?: Record<string, string>; body?: unknown } = {}) {
  return fetch(mock.url + path.replace('{id}', 'task_1'), {
    method,
    headers: { 'content-type': 'application/json', ...init.headers },
    ...(method === 'GET' ? {} : { body: JSON.stringify(init.body ?? GENERATION) }),
  });
}

test('the contract documents its operations with all their answers', () => {
  const read = ['200', '400', '401', '403', '429', '500'];
  const readOne = ['200', '400', '401', '403', '404', '429', '500'];
  const documented = new Map<string, string[]>();
  for (const { method, path, status } of ANSWERS) {
    documented.set(`${method} ${path}`, [...(documented.get(`${method} ${path}`) ?? []), status]);
  }
  expect(Object.fromEntries(documented)).toEqual({
    'POST /v1/videos/generations': ['202', '400', '401', '402', '403', '429', '500'],
    'GET /v1/tasks': read,
    'GET /v1/tasks/{id}': readOne,
    'GET /v1/tasks/{id}/events': [...readOne, '204'].sort(),
    'GET /v1/tasks/{id}/deliveries': readOne,
    'GET /v1/sandbox/callbacks': read,
    'GET /v1/credits': read,
    'GET /v1/models': read,
  });
});

test.each(ANSWERS)(
  '$method $path answers $status on request, with a body of the contract',
  async (expected) => {
    const response = await ask(expected.method, expected.path, {
      headers: { ...KEY, prefer: `code=${expected.status}` },
    });
    expect(response.status).toBe(Number(expected.status));
    expect(await findProblems(expected.operationId, response)).toEqual([]);
  },
);

const examples = ANSWERS.flatMap((expected) =>
  expected.examples.map((example) => ({ ...expected, example })),
);

test.each(examples)(
  '$method $path answers the example $example on request',
  async ({ example, ...expected }) => {
    const response = await ask(expected.method, expected.path, {
      headers: { ...KEY, prefer: `code=${expected.status}, example=${example}` },
    });
    expect(response.status).toBe(Number(expected.status));
    expect(await findProblems(expected.operationId, response)).toEqual([]);
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
  expect(await findProblems('createVideoGeneration', response)).toEqual([]);
});

test('a taken port is an error that names it', async () => {
  await using occupant = await listen(createServer());
  const { port } = occupant;
  const start = startMock({ engine: 'prism', port, host: '127.0.0.1' });
  await expect(start).rejects.toThrow(
    new MockError('port_taken', `Port ${port} on 127.0.0.1 is already in use.`),
  );
});

test('a stopped mock answers no more, and may be stopped again', async () => {
  const other = await startMock({ engine: 'prism' });
  await other.stop();
  await other.stop();
  await expect(fetch(other.url)).rejects.toThrow('fetch failed');
});
