import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type ApiServer, type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED } from '../tests/support/records.ts';
import {
  ApiError,
  type ClientOptions,
  ConfigurationError,
  createClient,
  KeyframeError,
  NetworkError,
  UnexpectedResponseError,
  type VideoGenerationRequest,
} from './index.ts';

const REQUEST: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } };
const HTML = { headers: { 'content-type': 'text/html' } };
const ACCEPTED = { taskId: 'task_1', credits: 50 };
const accepted: ScriptedAnswer = { status: 202, body: ACCEPTED };

function createTestClient(server: ApiServer, options: Partial<ClientOptions> = {}) {
  const clock = createHandClock();
  const client = createClient({
    apiKey: 'sk_test_key',
    baseUrl: server.url,
    clock,
    random: () => 0,
    ...options,
  });
  return { client, clock };
}

function failure(status: number, code: string, extra: object = {}): ScriptedAnswer {
  return { status, body: { error: { code, message: `says ${code}`, ...extra } } };
}

function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('The call did not fail.');
    },
    (error: unknown) => error,
  );
}

test('submits by one POST of the request as JSON, with the key', async () => {
  await using server = await startApiServer(accepted);
  expect(await createTestClient(server).client.videos.create(REQUEST)).toEqual(ACCEPTED);
  expect(server.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/videos/generations',
      headers: { authorization: 'Bearer sk_test_key', 'content-type': 'application/json' },
    },
  ]);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(REQUEST);
});

test.each([200, 201, 202, 299])('OPEN-1 accepts a submission with status %i', async (status) => {
  await using server = await startApiServer({ status, body: ACCEPTED });
  expect(await createTestClient(server).client.videos.create(REQUEST)).toEqual(ACCEPTED);
});

test('encodes the id of a task in the URL', async () => {
  await using server = await startApiServer({ status: 200, body: COMPLETED });
  expect(await createTestClient(server).client.tasks.get('a/b ?')).toEqual(COMPLETED);
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/v1/tasks/a%2Fb%20%3F' }]);
});

test('accepts a base URL with a path and a trailing slash', async () => {
  await using server = await startApiServer({ status: 200, body: COMPLETED });
  await createTestClient(server, { baseUrl: `${server.url}/video/` }).client.tasks.get('task_1');
  expect(server.requests[0]?.path).toBe('/video/v1/tasks/task_1');
});

test.each<[ClientOptions, string]>([
  [{}, 'apiKey is missing: pass it to createClient, or set KEYFRAME_API_KEY.'],
  [{ apiKey: 'sk_test_key' }, 'baseUrl is missing: pass it to createClient, or set KEYFRAME_BASE_URL.'],
  [{ apiKey: 'Bearer sk_test_key' }, 'apiKey must be a key such as sk_test_…, without "Bearer".'],
  [
    { apiKey: 'sk_test_key', baseUrl: 'example.com' },
    'baseUrl must be an http or https URL without credentials, query or fragment.',
  ],
])('names the invalid option: %j', (options, message) => {
  expect(() => createClient(options)).toThrow(new ConfigurationError(message));
});

test('rejects an invalid base URL before sending anything', () => {
  for (const baseUrl of [
    'example.com',
    'ftp://example.com',
    'https://user:word@example.com',
    'https://x.test?a=b',
  ]) {
    expect(() => createClient({ apiKey: 'sk_test_key', baseUrl })).toThrow(ConfigurationError);
  }
});

test('rejects a key that is not a valid header value before sending anything', () => {
  expect(() => createClient({ apiKey: 'two\nlines', baseUrl: 'https://example.com' })).toThrow(
    ConfigurationError,
  );
});

test('sends the requests by the configured fetch', async () => {
  await using server = await startApiServer({ status: 200, body: COMPLETED });
  const sent: string[] = [];
  const { client } = createTestClient(server, {
    fetch: (request) => {
      sent.push(request.url);
      return fetch(request);
    },
  });
  await client.tasks.get('task_1');
  expect(sent).toEqual([`${server.url}/v1/tasks/task_1`]);
});

test('sends the passed Idempotency-Key', async () => {
  await using server = await startApiServer(accepted);
  await createTestClient(server).client.videos.create(REQUEST, { idempotencyKey: 'order-7' });
  expect(server.requests[0]?.headers['idempotency-key']).toBe('order-7');
});

test('OPEN-23 creates a different Idempotency-Key for each submission', async () => {
  await using server = await startApiServer(accepted);
  const { client } = createTestClient(server);
  await client.videos.create(REQUEST);
  await client.videos.create(REQUEST);
  const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
});

test.each(['before', 'within'] as const)(
  'OPEN-23 retries a response lost %s its body under the same Idempotency-Key',
  async (broken) => {
    await using server = await startApiServer({ broken }, accepted);
    expect(await createTestClient(server).client.videos.create(REQUEST)).toEqual(ACCEPTED);
    const [first, second] = server.requests;
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.body).toBe(first?.body);
  },
);

test.each([
  ['invalid_request', 400, 'InvalidRequestError'],
  ['invalid_api_key', 401, 'InvalidApiKeyError'],
  ['insufficient_credits', 402, 'InsufficientCreditsError'],
  ['forbidden', 403, 'ForbiddenError'],
  ['not_found', 404, 'NotFoundError'],
])('ERR-5 does not retry %s', async (code, status, name) => {
  await using server = await startApiServer(failure(status, code));
  const { client, clock } = createTestClient(server);
  const error = await thrownBy(client.videos.create(REQUEST));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name,
    code,
    status,
    message: `Request failed: POST ${server.url}/v1/videos/generations: ${status} ${code}: says ${code}`,
  });
  expect(server.requests).toHaveLength(1);
  expect(clock.slept).toEqual([]);
});

test('ERR-5 retries rate_limited after Retry-After', async () => {
  const limited = { ...failure(429, 'rate_limited', { retry_after: 12 }), headers: { 'retry-after': '12' } };
  await using server = await startApiServer(limited, limited, accepted);
  const { client, clock } = createTestClient(server);
  expect(await client.videos.create(REQUEST)).toEqual(ACCEPTED);
  expect(clock.slept).toEqual([12_000, 12_000]);
});

test('does not wait for rate_limited for longer than a minute', async () => {
  await using server = await startApiServer(failure(429, 'rate_limited', { retry_after: 61 }));
  const { client, clock } = createTestClient(server);
  expect(await thrownBy(client.videos.create(REQUEST))).toMatchObject({
    code: 'rate_limited',
    retryAfter: 61,
  });
  expect(clock.slept).toEqual([]);
});

test('ERR-5 retries internal_error with increasing delays, up to a limit', async () => {
  await using server = await startApiServer(failure(500, 'internal_error'));
  const { client, clock } = createTestClient(server);
  expect(await thrownBy(client.tasks.get('task_1'))).toMatchObject({ code: 'internal_error', status: 500 });
  expect(server.requests).toHaveLength(5);
  expect(clock.slept).toEqual([250, 500, 1000, 2000]);
});

test('does not retry internal_error before its retry_after', async () => {
  await using server = await startApiServer(failure(500, 'internal_error', { retry_after: 3 }), accepted);
  const { client, clock } = createTestClient(server);
  await client.videos.create(REQUEST);
  expect(clock.slept).toEqual([3000]);
});

test('insufficient_credits contains the required and the available credits', async () => {
  await using server = await startApiServer(
    failure(402, 'insufficient_credits', { required: 50, available: 7 }),
  );
  const error = await thrownBy(createTestClient(server).client.videos.create(REQUEST));
  expect(error).toMatchObject({ required: 50, available: 7, retryAfter: undefined });
});

test('throws a network error with its cause after lost connections', async () => {
  await using server = await startApiServer({ broken: 'before' });
  const error = await thrownBy(createTestClient(server, { retries: 2 }).client.tasks.get('task_1'));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toBeInstanceOf(KeyframeError);
  expect(error).toMatchObject({ code: 'network_error', cause: expect.any(TypeError) });
  expect(server.requests).toHaveLength(3);
});

test('treats an attempt without response as a lost connection after its timeout', async () => {
  await using server = await startApiServer({ silent: true }, { status: 200, body: COMPLETED });
  const { client, clock } = createTestClient(server, { timeout: 50_000 });
  const call = client.tasks.get('task_1');
  await eventually('the first attempt', () => server.requests.length === 1);
  await clock.sleep(50_000);
  expect(await call).toEqual(COMPLETED);
  expect(server.requests).toHaveLength(2);
});

test.each([429, 500, 502, 503, 504])(
  'retries a gateway that responds with %i under the same key',
  async (status) => {
    await using server = await startApiServer(
      { ...HTML, status, body: '<html>Sorry</html>' },
      { status },
      accepted,
    );
    const { client, clock } = createTestClient(server);
    expect(await client.videos.create(REQUEST)).toEqual(ACCEPTED);
    expect(clock.slept).toEqual([250, 500]);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  },
);

test('retries a gateway after its Retry-After, up to a limit', async () => {
  await using server = await startApiServer({ status: 503, headers: { 'retry-after': '3' } });
  const { client, clock } = createTestClient(server, { retries: 2 });
  const error = await thrownBy(client.tasks.get('task_1'));
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({ code: 'unexpected_response', status: 503, retryAfter: 3 });
  expect(clock.slept).toEqual([3000, 3000]);
});

test.each<[string, ScriptedAnswer]>([
  ['an error page', { ...HTML, status: 403, body: '<html>Forbidden</html>' }],
  ['an error of another API', { status: 400, body: { error: { code: 'teapot', message: 'short' } } }],
  ['a success that is no JSON', { ...HTML, status: 200, body: '<html>Welcome</html>' }],
  ['a success without a body', { status: 200, headers: { 'content-length': '0' } }],
])('treats %s as an unexpected response, without a retry', async (_, answer) => {
  await using server = await startApiServer(answer);
  const error = await thrownBy(createTestClient(server).client.videos.create(REQUEST));
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(error).toMatchObject({ code: 'unexpected_response' });
  expect(server.requests).toHaveLength(1);
});

test('rejects an aborted call with the reason of its signal', async () => {
  await using server = await startApiServer({ silent: true });
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const { client } = createTestClient(server, {
    retries: 0,
    fetch: (request) => {
      const answer = fetch(request);
      controller.abort(reason);
      return answer;
    },
  });
  expect(await thrownBy(client.videos.create(REQUEST, { signal: controller.signal }))).toBe(reason);
});

test('sends nothing if the signal is already aborted', async () => {
  await using server = await startApiServer({ status: 200, body: COMPLETED });
  const reason = new Error('no longer wanted');
  expect(
    await thrownBy(
      createTestClient(server).client.tasks.get('task_1', { signal: AbortSignal.abort(reason) }),
    ),
  ).toBe(reason);
  expect(server.requests).toEqual([]);
});
