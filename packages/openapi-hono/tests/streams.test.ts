// Streams of items and the query as a whole, of a generated server that is called by a generated definition of a client.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';
import { type AnyHandler, generated } from './mount.ts';

const TASK = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'integer' }, status: { enum: ['queued', 'done'] } },
};
const EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: {
    id: { type: 'string' },
    event: { const: 'task' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/Task' },
    },
  },
};
const ITEM = { $ref: '#/components/schemas/Task' };
const ok = (content: object) => ({ responses: { 200: { description: 'ok', content } } });
const JSON_QUERY = {
  'application/json': { schema: { type: 'object', properties: { limit: { type: 'integer' } } } },
};
const FORM_QUERY = {
  'application/x-www-form-urlencoded': {
    schema: {
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'integer' } }, q: { type: 'string' } },
      additionalProperties: false,
    },
  },
};
const parameters = (content: object) => ({ parameters: [{ name: 'filter', in: 'querystring', content }] });
const body = {
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
};
const DONE = ok({ 'application/json': {} });

const DOCUMENT = {
  openapi: '3.2.0',
  info: { title: 'Streams', version: '1' },
  paths: {
    '/events': { get: { operationId: 'watch', ...ok({ 'text/event-stream': { itemSchema: EVENT } }) } },
    '/lines': { get: { operationId: 'lines', ...ok({ 'application/jsonl': { itemSchema: ITEM } }) } },
    '/sequence': {
      get: { operationId: 'sequence', ...ok({ 'application/json-seq': { itemSchema: ITEM } }) },
    },
    '/parts': { get: { operationId: 'parts', ...ok({ 'multipart/mixed': { itemSchema: ITEM } }) } },
    '/search': {
      query: { operationId: 'search', ...body, ...DONE },
      get: { operationId: 'find', ...parameters(FORM_QUERY), ...DONE },
      additionalOperations: { COPY: { operationId: 'copy', ...DONE } },
    },
    '/filter': { get: { operationId: 'filter', ...parameters(JSON_QUERY), ...DONE } },
  },
  components: { schemas: { Task: TASK } },
};

const TASKS = [
  { id: 1, status: 'queued' },
  { id: 1, status: 'done' },
];

async function* generate(items: readonly object[]) {
  yield* items;
}

const stream =
  (items: readonly object[]): AnyHandler =>
  (_, reply) =>
    reply({ status: 200, body: generate(items) });

async function requestText(
  handlers: Readonly<Record<string, AnyHandler>>,
  path: string,
  init: RequestInit = {},
) {
  const { mount } = await generated(DOCUMENT);
  const app = mount({ app: new OpenAPIHono(), handlers, options: { responseValidation: 'throw' } });
  const response = await app.request(path, init);
  return { type: response.headers.get('content-type') ?? '', text: await response.text() };
}

const EVENTS = TASKS.map((data, index) => ({ event: 'task', id: String(index), data }));

test.each<[string, readonly object[], string, string]>([
  [
    'events',
    EVENTS,
    'text/event-stream',
    'event: task\nid: 0\ndata: {"id":1,"status":"queued"}\n\nevent: task\nid: 1\ndata: {"id":1,"status":"done"}\n\n',
  ],
  ['lines', TASKS, 'application/jsonl', '{"id":1,"status":"queued"}\n{"id":1,"status":"done"}\n'],
  [
    'sequence',
    TASKS,
    'application/json-seq',
    '\u001e{"id":1,"status":"queued"}\n\u001e{"id":1,"status":"done"}\n',
  ],
])('sends the items of %s', async (...[path, items, type, text]) => {
  const id = path === 'events' ? 'watch' : path;
  expect(await requestText({ [id]: stream(items) }, `/${path}`)).toEqual({ type, text });
});

test('sends the parts of a multipart body', async () => {
  const { type, text } = await requestText({ parts: stream(TASKS) }, '/parts');
  const [, boundary = ''] = /^multipart\/mixed; boundary=(.+)$/.exec(type) ?? [];
  expect(boundary).not.toBe('');
  expect(text.split(`--${boundary}`)).toHaveLength(TASKS.length + 2);
  expect(text).toContain('content-type: application/json\r\n\r\n{"id":1,"status":"done"}');
});

test('breaks a stream off at an item that violates its schema', async () => {
  const request = requestText({ lines: stream([TASKS[0] ?? {}, { id: 'x' }]) }, '/lines');
  await expect(request).rejects.toThrow();
});

test('takes an item when the client has room for it, and stops when the client leaves', async () => {
  const taken: number[] = [];
  let isClosed = false;
  async function* count() {
    try {
      for (let id = 1; ; id += 1) {
        taken.push(id);
        yield { id, status: 'done' };
      }
    } finally {
      isClosed = true;
    }
  }
  const { mount } = await generated(DOCUMENT);
  const app = mount({ handlers: { lines: (_, reply) => reply({ status: 200, body: count() }) } });
  const reader = (await app.request('/lines')).body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(taken).toEqual([1, 2]);
  await reader?.cancel();
  expect(isClosed).toBe(true);
});

test('reads the query as one value: a form, or JSON', async () => {
  const echo: AnyHandler = (context) => context.json(context.req.valid('query' as never));
  const form = await requestText({ find: echo }, '/search?ids=1&ids=2&q=a%20b');
  expect(JSON.parse(form.text)).toEqual({ filter: { ids: [1, 2], q: 'a b' } });
  const unknown = await (await generated(DOCUMENT)).mount({}).request('/search?q=a&other=1');
  expect(unknown.status).toBe(400);
  const query = encodeURIComponent(JSON.stringify({ limit: 5 }));
  const json = await requestText({ filter: echo }, `/filter?${query}`);
  expect(JSON.parse(json.text)).toEqual({ filter: { limit: 5 } });
  const { mount } = await generated(DOCUMENT);
  const wrong = encodeURIComponent(JSON.stringify({ limit: 'many' }));
  expect((await mount({}).request(`/filter?${wrong}`)).status).toBe(400);
});

test('routes QUERY and additional methods, and emits them', async () => {
  const { mount, documentOf } = await generated(DOCUMENT);
  const app = mount({});
  const init = { method: 'QUERY', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  expect(await (await app.request('/search', init)).json()).toEqual({ id: 'search', json: { a: 1 } });
  expect(await (await app.request('/search', { method: 'COPY' })).json()).toEqual({ id: 'copy' });
  expect(documentOf(app)).toEqual(DOCUMENT);
});

const USE = `import type { Handlers } from './index.ts';
async function* tasks() {
  yield { event: 'task' as const, data: { id: 1, status: 'done' as const } };
}
async function* wrong() {
  yield { event: 'task' as const, data: { id: 'x' } };
}
export const handlers: Pick<Handlers, 'watch'> = {
  watch: (_, reply) => reply({ status: 200, body: tasks() }),
};
export const others: Pick<Handlers, 'watch'> = {
  // @ts-expect-error
  watch: (_, reply) => reply({ status: 200, body: wrong() }),
};
`;

test('types the items of a reply', async () => {
  await using folder = await generateIntoFolder(DOCUMENT);
  await writeFile(join(folder.path, 'use.ts'), USE);
  expect(await compileFolder(folder)).toBe('');
});
