// Features of one call: options, middleware, logs, the raw response, and the location in errors.

import { createHandClock } from '@keyframe/test-kit';
import { afterEach, expect, test, vi } from 'vitest';
import { type ApiServer, type ScriptedAnswer, startApiServer } from '../tests/support/api-server.ts';
import { COMPLETED } from '../tests/support/records.ts';
import {
  type ClientOptions,
  ConfigurationError,
  createClient,
  InsufficientCreditsError,
  isKeyframeError,
  KeyframeError,
  type Middleware,
  type VideoGenerationRequest,
} from './index.ts';

const REQUEST: VideoGenerationRequest = { model: 'video-2-0', input: { prompt: 'a lighthouse at dusk' } };
const KEY = 'sk_test_secretsecret';
const INTERNAL_ERROR = {
  status: 500,
  body: { error: { code: 'internal_error', message: `bad key ${KEY}` } },
};
const completed: ScriptedAnswer = { status: 200, body: COMPLETED };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function createTestClient(server: ApiServer, options: ClientOptions = {}) {
  return createClient({
    apiKey: KEY,
    baseUrl: server.url,
    clock: createHandClock(),
    random: () => 0,
    ...options,
  });
}

test('reads omitted key and base URL from the environment', async () => {
  await using server = await startApiServer(completed);
  vi.stubEnv('KEYFRAME_API_KEY', 'sk_test_environment');
  vi.stubEnv('KEYFRAME_BASE_URL', server.url);
  await createClient().tasks.get('task_1');
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk_test_environment');
});

test.each<[ClientOptions, string]>([
  [{ baseUrl: 'https://example.com' }, 'KEYFRAME_API_KEY'],
  [{ apiKey: KEY }, 'KEYFRAME_BASE_URL'],
])('without %j the error names %s', (options, variable) => {
  expect(() => createClient(options)).toThrow(ConfigurationError);
  expect(() => createClient(options)).toThrow(variable);
});

test.each<ClientOptions>([{ timeout: -1 }, { timeout: Number.NaN }, { retries: -1 }])(
  'the option %j is refused',
  (options) => {
    const all = { apiKey: KEY, baseUrl: 'https://example.com', ...options };
    expect(() => createClient(all)).toThrow(ConfigurationError);
  },
);

test('withResponse returns the body, the raw response, its request id and rate limits', async () => {
  await using server = await startApiServer({
    ...completed,
    headers: {
      'x-request-id': 'req_1',
      'ratelimit-policy': '"status";q=600;w=60, "poll";q=6;w=60',
      ratelimit: '"status";r=599;t=60, "poll";r=5;t=10',
    },
  });
  const { data, response, requestId, rateLimits } = await createTestClient(server)
    .tasks.get('task_1')
    .withResponse();
  expect(data).toEqual(COMPLETED);
  expect(response.status).toBe(200);
  expect(requestId).toBe('req_1');
  expect(rateLimits).toEqual([
    { policy: 'status', limit: 600, window: 60, remaining: 599, reset: 60 },
    { policy: 'poll', limit: 6, window: 60, remaining: 5, reset: 10 },
  ]);
});

test('leaves no unhandled rejection when only one of the promises is awaited', async () => {
  await using server = await startApiServer(INTERNAL_ERROR);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const call = createTestClient(server, { retries: 0 }).tasks.get('task_1');
    await expect(call.withResponse()).rejects.toMatchObject({ code: 'internal_error' });
    // Unhandled rejections are reported before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('sends headers of the client with every request, overridden by those of the call', async () => {
  await using server = await startApiServer(completed);
  const client = createTestClient(server, {
    headers: { 'X-App': 'shop', 'X-Trace': 'none', authorization: 'Bearer sk_test_other' },
  });
  await client.tasks.get('task_1', { headers: { 'x-trace': 'abc' } });
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'x-app': 'shop',
    'x-trace': 'abc',
  });
});

test('prefers retries and timeout of a call unless they are undefined', async () => {
  await using server = await startApiServer(INTERNAL_ERROR);
  const client = createTestClient(server, { retries: 1 });
  await expect(client.tasks.get('task_1', { retries: undefined })).rejects.toThrow();
  expect(server.requests).toHaveLength(2);
  await expect(client.tasks.get('task_1', { retries: 0 })).rejects.toThrow();
  expect(server.requests).toHaveLength(3);
});

test('runs middleware around every attempt, the first outermost, and lets it respond itself', async () => {
  await using server = await startApiServer(INTERNAL_ERROR, completed);
  const seen: string[] = [];
  const client = createTestClient(server, {
    middleware: [
      async (request, next) => {
        seen.push(`outer ${request.method}`);
        const response = await next(request);
        seen.push(`outer ${response.status}`);
        return response;
      },
      (request, next) => {
        seen.push('inner');
        request.headers.set('x-signed', 'yes');
        return next(request);
      },
    ],
  });
  expect(await client.tasks.get('task_1')).toEqual(COMPLETED);
  expect(seen).toEqual(['outer GET', 'inner', 'outer 500', 'outer GET', 'inner', 'outer 200']);
  expect(server.requests[1]?.headers['x-signed']).toBe('yes');
  const cached = createTestClient(server, { middleware: [async () => Response.json(COMPLETED)] });
  expect(await cached.tasks.get('task_1')).toEqual(COMPLETED);
  expect(server.requests).toHaveLength(2);
});

test('logs responses and retries without the key', async () => {
  await using server = await startApiServer(INTERNAL_ERROR, completed);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await createTestClient(server, { logger: { debug: log, warn: log } }).tasks.get('task_1');
  const url = `${server.url}/v1/tasks/task_1`;
  expect(lines).toEqual([
    `GET ${url}: 500 in 0 ms`,
    `Request failed: GET ${url}: 500 internal_error: bad key sk_test_… Retrying in 250 ms.`,
    `GET ${url}: 200 in 0 ms`,
  ]);
});

test('ERR-5 an error contains the method, the URL and the request id', async () => {
  const error = {
    code: 'insufficient_credits',
    message: 'Not enough credits.',
    required: 50,
    available: 7,
    name: 'Other',
    status: 1,
  };
  await using server = await startApiServer({
    status: 402,
    body: { error },
    headers: { 'x-request-id': 'req_2' },
  });
  const thrown: unknown = await createTestClient(server)
    .videos.create(REQUEST)
    .catch((cause: unknown) => cause);
  expect(thrown).toBeInstanceOf(InsufficientCreditsError);
  const url = `${server.url}/v1/videos/generations`;
  expect(thrown).toMatchObject({
    name: 'InsufficientCreditsError',
    message: `Request failed: POST ${url}: 402 insufficient_credits: Not enough credits.`,
    method: 'POST',
    url,
    status: 402,
    requestId: 'req_2',
    required: 50,
    available: 7,
  });
});

test('the error of a lost connection contains method, URL and cause', async () => {
  const server = await startApiServer();
  await server[Symbol.asyncDispose]();
  const call = createTestClient(server, { retries: 0 }).tasks.get('task_1');
  await expect(call).rejects.toThrow(
    /^Request failed: GET http:.*\/v1\/tasks\/task_1: fetch failed \(.*ECONNREFUSED/,
  );
});

test('isKeyframeError accepts errors of another copy of this package', async () => {
  // With a query, Node loads it as another module, like a second installation.
  const path = new URL('./errors/keyframe-error.ts?copy', import.meta.url).href;
  const copy: Pick<typeof import('./index.ts'), 'KeyframeError'> = await import(path);
  const TheirError = class extends copy.KeyframeError {
    override readonly code = 'theirs';
  };
  const error = new TheirError('theirs');
  expect(error).not.toBeInstanceOf(KeyframeError);
  expect(isKeyframeError(error)).toBe(true);
  expect([new Error('other'), null, undefined, 'text', {}].map(isKeyframeError)).toEqual(
    Array(5).fill(false),
  );
});

test('warns about a live key in a browser, but not about a test key or a live key on a server', () => {
  const warnings: string[] = [];
  const logger = { debug: () => undefined, warn: (line: string) => warnings.push(line) };
  const create = (apiKey: string) => createClient({ apiKey, baseUrl: 'https://example.com', logger });
  create('sk_live_key');
  expect(warnings).toEqual([]);
  vi.stubGlobal('document', {});
  create('sk_test_key');
  expect(warnings).toEqual([]);
  create('sk_live_key');
  expect(warnings).toEqual([expect.stringContaining('live key in a browser')]);
});

test('retries a truncated body whose length a proxy has corrected', async () => {
  const text = JSON.stringify(COMPLETED);
  await using server = await startApiServer({ status: 200, body: text.slice(0, 40) }, completed);
  expect(await createTestClient(server).tasks.get('task_1')).toEqual(COMPLETED);
});

test.each([
  ['/v1/credits', { mode: 'test', available: 950, reserved: 50 }, 'credits'],
  ['/v1/models', { data: [] }, 'models'],
] as const)('GET %s gives its body, and the response on request', async (path, body, name) => {
  await using server = await startApiServer({ status: 200, body, headers: { 'x-request-id': 'req_7' } });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  const call = () => (name === 'credits' ? client.credits.get() : client.models.list());
  expect(await call()).toEqual(body);
  expect(await call().withResponse()).toMatchObject({ data: body, requestId: 'req_7' });
  expect(server.requests).toMatchObject([
    { method: 'GET', path, headers: { authorization: 'Bearer sk_test_key' } },
    { method: 'GET', path },
  ]);
});

test('an error names the invalid parameter', async () => {
  const error = { code: 'invalid_request', message: 'input.prompt: is required', param: '/input/prompt' };
  await using server = await startApiServer({ status: 400, body: { error } });
  const client = createClient({ apiKey: 'sk_test_key', baseUrl: server.url });
  const call = client.videos.create({ model: 'video-2-0', input: { prompt: '' } });
  await expect(call).rejects.toMatchObject({ code: 'invalid_request', param: '/input/prompt' });
});

test.each([0, 1])('sends no header of its own to another origin, with %i middleware', async (count) => {
  await using other = await startApiServer({ status: 200, body: { data: [] } });
  await using server = await startApiServer({ status: 302, headers: { location: `${other.url}/models` } });
  const headers = { 'x-gateway-key': 'canary' };
  const middleware: Middleware[] = [(request, next) => next(request)];
  const options = {
    apiKey: 'sk_test_key',
    baseUrl: server.url,
    headers,
    middleware: middleware.slice(0, count),
  };
  expect(await createClient(options).models.list()).toEqual({ data: [] });
  expect(server.requests[0]?.headers).toMatchObject(headers);
  expect(other.requests).toHaveLength(1);
  expect(other.requests[0]?.headers).not.toHaveProperty('x-gateway-key');
  expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
});
