// An app of the generated code: the document that it emits, and the requests that do and do not reach a handler.
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from '@keyframe/contract/document';
import {
  checkResponse,
  type Handlers,
  registerRoutes,
  type Task,
  webhookRequest,
} from '@keyframe/contract/hono';
import source from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TO_VIDEO = { model: 'video-2-0', input: { prompt: 'a red kite' } };
const QUEUED: Task = {
  id: 'task_1',
  status: 'queued',
  created_at: 1_795_172_467,
  model: 'video-2-0',
  billing_status: 'reserved',
  credits: 5,
  failed_reason: null,
};

function createApp() {
  const seen: unknown[] = [];
  const handlers: Handlers = {
    createVideoGeneration: (context) => {
      seen.push(context.req.valid('json'));
      return context.json({ taskId: 'task_1', credits: 5 }, 202);
    },
    listTasks: (context) => context.json({ data: [QUEUED], next_cursor: null }, 200),
    listTaskDeliveries: (context) => context.json({ data: [] }, 200),
    listSandboxCallbacks: (context) => context.json({ data: [], position: 'p' }, 200),
    getTask: (context) => context.json({ ...QUEUED, id: context.req.valid('param').id }, 200),
    streamTaskEvents: (_, reply) =>
      reply({
        status: 200,
        headers: {
          'X-Request-Id': 'req_1',
          RateLimit: '"poll";r=5;t=60',
          'RateLimit-Policy': '"poll";q=6;w=60',
        },
        body: [{ event: 'task' as const, id: QUEUED.status, data: QUEUED }],
      }),
    getCredits: (context) => context.json({ mode: 'test' as const, available: 1, reserved: 0 }, 200),
    listModels: (context) => context.json({ data: [] }, 200),
  };
  const app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json({ target: result.target, issues: result.error.issues }, 400),
  });
  return { app: registerRoutes(app, handlers, { security: false }), seen };
}

async function create(body: unknown, headers: Record<string, string> = JSON_TYPE) {
  const { app, seen } = createApp();
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.request('/v1/videos/generations', { method: 'POST', headers, body: text });
  const answer = (await response.json()) as { target?: string; issues?: { path: PropertyKey[] }[] };
  return { status: response.status, answer, seen };
}

test('the document that an app emits equals the hand-written one', () => {
  const { app } = createApp();
  expect(JSON.parse(JSON.stringify(documentOf(app)))).toEqual(source);
});

test('emits only the registered operations', () => {
  const emitted = documentOf(new OpenAPIHono());
  expect(emitted.info).toEqual(source.info);
  expect(Object.keys(Object(emitted.paths)['/v1/tasks/{id}'] ?? {})).not.toContain('get');
});

test('RES-7 to RES-18 passes every default and undocumented members to a handler', async () => {
  const { seen } = await create({ ...TEXT_TO_VIDEO, input: { prompt: 'a', extra: [1] } });
  expect(seen).toEqual([
    {
      model: 'video-2-0',
      input: {
        prompt: 'a',
        extra: [1],
        generation_type: 'text-to-video',
        image_urls: [],
        video_urls: [],
        audio_urls: [],
        duration: 5,
        aspect_ratio: 'adaptive',
        resolution: '720p',
        generate_audio: true,
        watermark: false,
        web_search: false,
        return_last_frame: false,
        seed: -1,
      },
    },
  ]);
});

test('reports all problems of a body at once, each with its path', async () => {
  const { status, answer } = await create({
    model: 'video-9',
    callback_url: 'http://example.com',
    input: { prompt: '', generation_type: 'image-to-video', image_urls: ['x'], duration: 3, seed: 1.5 },
  });
  expect(status).toBe(400);
  const paths = (answer.issues ?? []).map(({ path }) => path.join('.'));
  expect([...new Set(paths)].sort()).toEqual([
    'callback_url',
    'input.duration',
    'input.image_urls.0',
    'input.prompt',
    'input.seed',
    'model',
  ]);
});

test('RES-20 reports the allowed and the actual number of images of image-to-video', async () => {
  const images = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
  const { answer } = await create({
    ...TEXT_TO_VIDEO,
    input: { prompt: 'a', generation_type: 'image-to-video', image_urls: images },
  });
  expect(answer.issues).toMatchObject([
    { code: 'too_big', origin: 'array', minimum: 1, maximum: 2, actual: 3, path: ['input', 'image_urls'] },
  ]);
});

test('RES-22 rejects audio alone and names the missing materials', async () => {
  const input = { prompt: 'a', generation_type: 'reference-to-video', audio_urls: ['https://a.example/1'] };
  const { answer } = await create({ ...TEXT_TO_VIDEO, input });
  expect(answer.issues).toMatchObject([
    { path: ['input'], params: { missing: ['image_urls', 'video_urls'] } },
  ]);
});

test('RES-7 reports an unknown mode with the allowed ones, next to other problems', async () => {
  const { answer } = await create({ ...TEXT_TO_VIDEO, input: { prompt: 1, generation_type: 'video' } });
  expect(answer.issues).toMatchObject([
    { path: ['input', 'generation_type'], values: ['text-to-video', 'image-to-video', 'reference-to-video'] },
    { path: ['input', 'prompt'] },
  ]);
});

test.each([
  {
    name: 'another media type',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    problem: 'media_type',
  },
  { name: 'JSON that is broken', body: '{', headers: JSON_TYPE, problem: 'malformed' },
  { name: 'no body', body: '', headers: JSON_TYPE, problem: 'missing' },
])('RES-2 $name never reaches the handler', async ({ body, headers, problem }) => {
  const { status, answer, seen } = await create(body, headers);
  expect([status, seen]).toEqual([400, []]);
  expect(answer).toMatchObject({ target: 'json', issues: [{ params: { problem } }] });
});

test('rejects an Idempotency-Key with unprintable characters', async () => {
  const { answer } = await create(TEXT_TO_VIDEO, { ...JSON_TYPE, 'idempotency-key': 'x'.repeat(256) });
  expect(answer).toMatchObject({ target: 'header', issues: [{ path: ['Idempotency-Key'] }] });
});

test('reports an issue for each deviation of a response, and none for a valid response', async () => {
  const headers = {
    ...JSON_TYPE,
    RateLimit: '"status";r=1',
    'RateLimit-Policy': '"status";q=600;w=60',
    'X-Request-Id': 'req_1',
  };
  const issues = (response: { status: number; headers: Record<string, string>; body: unknown }) =>
    checkResponse('getTask', response).map(({ where, path }) => [where, ...path].join(' '));
  expect(issues({ status: 200, headers, body: QUEUED })).toEqual([]);
  expect(issues({ status: 201, headers, body: QUEUED })).toEqual(['status']);
  expect(issues({ status: 200, headers: JSON_TYPE, body: QUEUED })).toEqual([
    'header X-Request-Id',
    'header RateLimit',
    'header RateLimit-Policy',
  ]);
  expect(issues({ status: 200, headers: { ...headers, 'content-type': 'text/html' }, body: '' })).toEqual([
    'media type',
  ]);
  expect(issues({ status: 200, headers, body: { ...QUEUED, data: {}, credits: -1 } })).toEqual([
    'body credits',
    'body data',
  ]);
});

test('EVT-2 EVT-3 each webhook has its own schema', async () => {
  const event = { id: 'task_1', created_at: 1, model: 'video-2-0', status: 'failed' } as const;
  const body = { ...event, data: { failed_reason: 'timed_out' as const, credits_refunded: 5 } };
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': 1, 'webhook-signature': 'v1,abc=' };
  const message = { url: 'https://receiver.example/', headers, body };
  const request = await webhookRequest('taskFailed', message);
  expect([request.method, await request.json()]).toEqual(['POST', body]);
  const completed = webhookRequest('taskCompleted', { ...message, body: body as never });
  await expect(completed).rejects.toMatchObject({ code: 'message_invalid' });
});
