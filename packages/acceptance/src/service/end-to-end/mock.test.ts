import { createClient } from '@keyframe/client';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { type Mock, startMock } from '@keyframe/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const REQUEST = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } } as const;

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ port: 0, host: '127.0.0.1' });
});
afterAll(() => mock?.stop());

const answers = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((status) => ({ method: method.toUpperCase(), path, status: Number(status) })),
  ),
);

test('the contract has 53 answers', () => {
  expect(answers).toHaveLength(53);
});

/** Checks that a body is what the type of its response promises: JSON, events or nothing. */
async function expectBody(response: Response): Promise<void> {
  const body = await response.text();
  const type = response.headers.get('content-type');
  if (response.status === 204) {
    expect({ type, body }).toEqual({ type: null, body: '' });
  } else if (type === 'text/event-stream') {
    const events = Array.from(body.matchAll(/^data: (.*)$/gm), ([, data = '']) => JSON.parse(data));
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event).toMatchObject({ status: expect.any(String) });
  } else {
    const expected = response.ok ? {} : { error: { code: expect.any(String) } };
    expect(JSON.parse(body)).toMatchObject(expected);
  }
}

test.each(answers)('$method $path returns $status on request', async ({ method, path, status }) => {
  const response = await fetch(mock.url + path.replace('{id}', 'task_1'), {
    method,
    headers: {
      authorization: 'Bearer sk_test_any',
      'content-type': 'application/json',
      prefer: `code=${status}`,
    },
    ...(method === 'POST' ? { body: JSON.stringify(REQUEST) } : {}),
  });
  expect(response.status).toBe(status);
  await expectBody(response);
});

/** A client that asks the mock for one answer. */
function clientPreferring(prefer: string) {
  return createClient({
    apiKey: 'sk_test_any',
    baseUrl: mock.url,
    retries: 0,
    fetch: (request) => {
      request.headers.set('prefer', prefer);
      return fetch(request);
    },
  });
}

test('the client submits to the mock and gets a task', async () => {
  const client = createClient({ apiKey: 'sk_test_any', baseUrl: mock.url });
  const { taskId, credits } = await client.videos.create(REQUEST);
  expect(credits).toBeGreaterThan(0);
  expect((await client.tasks.get(taskId)).id).toMatch(/./);
});

test.each(['completed', 'failed'] as const)(
  'the client waits for a task of the mock that is %s',
  async (example) => {
    const client = clientPreferring(`code=200, example=${example}`);
    // A stream has other examples.
    const task = await client.tasks.wait('task_1', { pollInterval: 10_000 });
    expect(task.status).toBe(example);
  },
);

test('the client follows the stream of a task of the mock', async () => {
  const client = createClient({ apiKey: 'sk_test_any', baseUrl: mock.url });
  const task = await client.videos.generate(REQUEST, { waitTimeout: 30_000 });
  expect(task).toMatchObject({ status: 'completed', model: REQUEST.model });
});

test.each([
  [400, 'invalid_request'],
  [401, 'invalid_api_key'],
  [402, 'insufficient_credits'],
  [403, 'forbidden'],
  [429, 'rate_limited'],
  [500, 'internal_error'],
])('ERR-5 the client reports a %i of the mock as %s', async (status, code) => {
  await expect(clientPreferring(`code=${status}`).videos.create(REQUEST)).rejects.toMatchObject({
    status,
    code,
  });
});
