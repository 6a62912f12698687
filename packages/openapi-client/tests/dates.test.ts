// Clients with `--dates`: texts of messages are dates in code, in both directions.
import 'temporal-polyfill/global';
import 'temporal-polyfill/types/global';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@keyframe/openapi-model';
import { signWebhook } from '@keyframe/openapi-runtime/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFolders, type GeneratedFolder, generateIntoFolder } from './support/generated-folder.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const TIME = { type: 'string', format: 'date-time' };
const TASK_DATA = { type: 'string', contentMediaType: 'application/json', contentSchema: ref('Task') };

const DOCUMENT: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Tasks', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/tasks/{day}': {
      post: {
        operationId: 'sendTask',
        parameters: [
          { name: 'day', in: 'path', required: true, schema: { type: 'string', format: 'date' } },
          { name: 'since', in: 'query', schema: { type: 'array', items: TIME } },
          { name: 'X-At', in: 'header', schema: TIME },
        ],
        requestBody: { required: true, content: json(ref('Task')) },
        responses: {
          200: { description: 'Tasks.', content: json({ type: 'array', items: ref('Task') }) },
          409: { description: 'A conflict.', content: json({ type: 'object', properties: { since: TIME } }) },
        },
      },
    },
    '/changes': {
      get: {
        operationId: 'watchTasks',
        responses: {
          200: {
            description: 'Changes.',
            content: { 'text/event-stream': { 'x-item-schema': { properties: { data: TASK_DATA } } } },
          },
        },
      },
    },
    '/plain': {
      get: {
        operationId: 'getPlain',
        responses: { 200: { description: 'Text.', content: json({ type: 'string' }) } },
      },
    },
  },
  webhooks: {
    done: {
      post: { requestBody: { content: json(ref('Task')) }, responses: { 204: { description: 'None.' } } },
    },
  },
  components: {
    schemas: {
      Task: {
        type: 'object',
        required: ['at'],
        properties: {
          at: TIME,
          due: { type: ['string', 'null'], format: 'date' },
          parent: { anyOf: [ref('Task'), { type: 'null' }] },
          state: { oneOf: [TIME, { const: 'never' }] },
          times: { type: 'object', additionalProperties: TIME },
        },
      },
    },
  },
};

const AT = '2026-01-02T03:04:05.678Z';
const TASK = { at: AT, due: '2026-01-02', parent: { at: AT }, state: 'never', times: { a: AT } };

interface Api {
  createClient: (options: object) => object;
  sendTask: (client: object, request: object) => Promise<unknown>;
  watchTasks: (client: object) => Promise<AsyncIterable<{ data: unknown }>>;
  unwrapDone: (received: object, options: object) => Promise<unknown>;
  unwrapWebhook: Api['unwrapDone'];
  TaskSchema: { '~standard': { validate: (value: unknown) => object } };
}

const folders = new Map<string, GeneratedFolder>();
const apis = new Map<string, Api>();
beforeAll(async () => {
  for (const dates of ['date', 'temporal'] as const) {
    const folder = await generateIntoFolder(DOCUMENT, { dates, validate: true });
    folders.set(dates, folder);
    apis.set(dates, await import(`${folder.path}/index.ts`));
  }
});
afterAll(async () => {
  for (const folder of folders.values()) await folder[Symbol.asyncDispose]();
});

const date = new Date(AT);
const instant = Temporal.Instant.from(AT);
const day = Temporal.PlainDate.from('2026-01-02');

describeBoth('date', { at: date, due: '2026-01-02', day: '2026-01-02' });
describeBoth('temporal', { at: instant, due: day, day });

function describeBoth(dates: string, { at, due, day }: { at: object; due: unknown; day: unknown }): void {
  const get = (): Api => apis.get(dates) as Api;
  const task = { at, due, parent: { at }, state: 'never', times: { a: at } };
  const connect = (body: unknown, status = 200, sent: Request[] = []) =>
    get().createClient({
      retries: 0,
      fetch: async (url: string, init: RequestInit) => {
        sent.push(new Request(url, init));
        return Response.json(body, { status });
      },
    });
  const request = { path: { day }, query: { since: [at, AT] }, header: { 'X-At': at }, body: { at } };

  test(`${dates}: converts the dates of requests and responses`, async () => {
    const sent: Request[] = [];
    const state = { ...TASK, state: AT };
    const received = await get().sendTask(connect([TASK, state], 200, sent), request);
    expect(received).toEqual([task, { ...task, state: at }]);
    const [only] = sent;
    const time = encodeURIComponent(AT);
    expect([only?.url, only?.headers.get('x-at'), await only?.json()]).toEqual([
      `https://api.example/tasks/2026-01-02?since=${time}&since=${time}`,
      AT,
      { at: AT },
    ]);
  });

  test(`${dates}: converts the dates of documented failures`, async () => {
    const call = get().sendTask(connect({ since: AT }, 409), request);
    await expect(call).rejects.toMatchObject({ status: 409, data: { since: at } });
  });

  test(`${dates}: converts the items of streams`, async () => {
    const headers = { 'content-type': 'text/event-stream' };
    const fetch = async () => new Response(`data: ${JSON.stringify(TASK)}\n\n`, { headers });
    const items: unknown[] = [];
    for await (const { data } of await get().watchTasks(get().createClient({ fetch }))) items.push(data);
    expect(items).toEqual([task]);
  });

  test(`${dates}: converts the dates of webhooks`, async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const signed = await signWebhook(TASK, { secret, id: 'a' });
    for (const unwrap of [get().unwrapDone, get().unwrapWebhook])
      expect(await unwrap(signed, { secrets: [secret] })).toEqual(task);
    const broken = await signWebhook({ at: 'now' }, { secret, id: 'a' });
    await expect(get().unwrapDone(broken, { secrets: [secret] })).rejects.toThrow(
      'The body is not a documented event: at must be a date-time (got "now").',
    );
  });

  test(`${dates}: a Standard Schema converts a copy`, () => {
    const { validate } = get().TaskSchema['~standard'];
    expect([validate(TASK), TASK.at]).toEqual([{ value: task }, AT]);
    expect(validate({ at: 5 })).toMatchObject({ issues: [{ path: ['at'] }] });
  });
}

test('names a text that is not a date, and an invalid Date', async () => {
  await using folder = await generateIntoFolder(DOCUMENT, { dates: 'date' });
  const api: Api = await import(`${folder.path}/index.ts`);
  const fetch = async () => Response.json([{ at: AT }, { at: AT, parent: { at: 'yesterday' } }]);
  const client = api.createClient({ fetch, retries: 0 });
  const request = { path: { day: '2026-01-02' }, body: { at: date } };
  await expect(api.sendTask(client, request)).rejects.toMatchObject({
    code: 'unexpected_response',
    issue: { path: [1, 'parent', 'at'] },
    message:
      'Request failed: POST https://api.example/tasks/2026-01-02: 200, an invalid body: [1].parent.at must be a date-time (got "yesterday")',
  });
  const invalid = { ...request, body: { at: date, parent: { at: new Date('never') } } };
  await expect(api.sendTask(client, invalid)).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: 'body.parent.at is an invalid Date.',
  });
});

test.each(['date', 'temporal'])('%s: reads a fraction of more digits than the date has', async (dates) => {
  const { createClient, sendTask } = apis.get(dates) as Api;
  const body = [{ at: '2026-01-02T03:04:05.678000000999Z' }];
  const client = createClient({ retries: 0, fetch: async () => Response.json(body) });
  const [received] = [await sendTask(client, { path: { day: '2026-01-02' }, body: { at: AT } })].flat();
  expect(received).toEqual({ at: dates === 'date' ? date : instant });
});

test('a platform without Temporal gets an error that names a polyfill', async () => {
  const existing = globalThis.Temporal;
  Reflect.deleteProperty(globalThis, 'Temporal');
  try {
    const api = apis.get('temporal') as Api;
    const client = api.createClient({ retries: 0, fetch: async () => Response.json([TASK]) });
    const call = api.sendTask(client, { path: { day: '2026-01-02' }, body: { at: AT } });
    await expect(call).rejects.toMatchObject({ code: 'configuration_invalid', message: /temporal-polyfill/ });
  } finally {
    globalThis.Temporal = existing;
  }
});

const USE = `import { createClient, sendTask } from './index.ts';
const [task] = await sendTask(createClient(), { path: { day: DAY }, body: { at: AT } });
export const at: AT_TYPE | undefined = task?.at;
export const due: DUE_TYPE | null | undefined = task?.due;
export const state: AT_TYPE | 'never' | undefined = task?.state;
// @ts-expect-error a text is not a date
export const text: string | undefined = task?.at;
`;

test('types dates', async () => {
  const uses = {
    date: USE.replaceAll('AT_TYPE', 'Date')
      .replace('DUE_TYPE', 'string')
      .replace('DAY', `'2026-01-02'`)
      .replace('at: AT', 'at: new Date()'),
    temporal: `import 'temporal-polyfill/types/global';\n${USE.replaceAll('AT_TYPE', 'Temporal.Instant')
      .replace('DUE_TYPE', 'Temporal.PlainDate')
      .replace('DAY', `Temporal.PlainDate.from('2026-01-02')`)
      .replace('at: AT', 'at: Temporal.Instant.from("2026-01-02T03:04:05Z")')}`,
  };
  for (const [dates, use] of Object.entries(uses))
    await writeFile(join(folders.get(dates)?.path ?? '', 'use.ts'), use);
  const [first, ...others] = folders.values();
  expect(first && (await compileFolders([first, ...others]))).toBe('');
});
