// Streams of items, QUERY and the query as a whole, in generated clients.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { compileFolders, generateIntoFolder } from './support/generated-folder.ts';

const TASK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { const: 'task' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/Task' },
    },
  },
};
const ok = (content: object) => ({ responses: { 200: { description: 'ok', content } } });
const FILTER = { type: 'object', properties: { limit: { type: 'integer' } } };
const query = (type: string) => ({
  parameters: [{ name: 'filter', in: 'querystring', content: { [type]: { schema: FILTER } } }],
});
const SEARCH = { required: true, content: { 'application/json': { schema: FILTER } } };
const DONE = ok({ 'application/json': { schema: TASK } });

const DOCUMENT = {
  openapi: '3.2.0',
  info: { title: 'Streams', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/events': { get: { operationId: 'watch', ...ok({ 'text/event-stream': { itemSchema: EVENT } }) } },
    '/lines': { get: { operationId: 'lines', ...ok({ 'application/jsonl': { itemSchema: TASK } }) } },
    '/search': { query: { operationId: 'search', requestBody: SEARCH, ...DONE } },
    '/form': { get: { operationId: 'form', ...query('application/x-www-form-urlencoded'), ...DONE } },
    '/json': { get: { operationId: 'json', ...query('application/json'), ...DONE } },
    '/copy': { additionalOperations: { COPY: { operationId: 'copy', ...DONE } } },
  },
  components: { schemas: { Task: TASK } },
};

const BODIES: Readonly<Record<string, string>> = {
  'text/event-stream': 'event: task\ndata: {"id":1}\n\nevent: task\ndata: {"id":2}\n\n',
  'application/jsonl': '{"id":1}\n{"id":2}\n',
  'application/json': '{"id":1}',
};

test('reads typed items, and sends QUERY and a query that is one value', async () => {
  await using folder = await generateIntoFolder(DOCUMENT as JsonValue);
  const api = await import(join(folder.path, 'index.ts'));
  const sent: string[] = [];
  const fetch = async (url: string, { method, body, headers }: RequestInit) => {
    sent.push(`${method} ${url} ${body ?? ''}`.trim());
    const type = new Headers(headers).get('accept') ?? 'application/json';
    return new Response(BODIES[type], { headers: { 'content-type': type } });
  };
  const client = api.createClient({ fetch });
  const collected: unknown[] = [];
  for await (const { event, data } of await api.watch(client)) collected.push([event, data.id]);
  for await (const { id } of await api.lines(client)) collected.push(id);
  expect(collected).toEqual([['task', 1], ['task', 2], 1, 2]);
  await api.search(client, { body: { limit: 1 } });
  await api.form(client, { query: { filter: { limit: 2 } } });
  await api.json(client, { query: { filter: { limit: 3 } } });
  await api.copy(client);
  expect(sent.slice(2)).toEqual([
    'QUERY http://127.0.0.1/search {"limit":1}',
    'GET http://127.0.0.1/form?limit=2',
    'GET http://127.0.0.1/json?%7B%22limit%22%3A3%7D',
    'COPY http://127.0.0.1/copy',
  ]);
});

const USE = `import { createClient, form, lines, watch } from './index.ts';
const client = createClient();
for await (const { event, data } of await watch(client)) {
  const name: 'task' = event;
  const id: number = data.id;
  console.log(name, id);
}
// @ts-expect-error
for await (const { id } of await watch(client)) console.log(id);
for await (const { id } of await lines(client)) console.log(id satisfies number);
await form(client, { query: { filter: { limit: 1 } } });
// @ts-expect-error
await form(client, { query: { filter: { limit: 'a' } } });
`;

test('types the items of a stream', async () => {
  await using folder = await generateIntoFolder(DOCUMENT as JsonValue);
  await writeFile(join(folder.path, 'use.ts'), USE);
  expect(await compileFolders([folder])).toBe('');
});

test('reads the items of a document of OpenAPI 3.1 by x-item-schema', async () => {
  const responses = {
    200: { description: 'ok', content: { 'application/jsonl': { 'x-item-schema': TASK } } },
  };
  const document = {
    ...DOCUMENT,
    openapi: '3.1.1',
    paths: { '/lines': { get: { operationId: 'lines', responses } } },
  };
  await using folder = await generateIntoFolder(document as JsonValue);
  const api = await import(join(folder.path, 'index.ts'));
  const headers = { 'content-type': 'application/jsonl' };
  const client = api.createClient({ fetch: async () => new Response('{"id":1}\n', { headers }) });
  for await (const item of await api.lines(client)) expect(item).toEqual({ id: 1 });
});

test('the schema of events describes their data before OpenAPI 3.2, unless it is a string', async () => {
  const events = (schema: object) => ok({ 'text/event-stream': { schema } });
  await using folder = await generateIntoFolder({
    openapi: '3.1.0',
    info: { title: 'Streams', version: '1' },
    servers: [{ url: 'http://127.0.0.1' }],
    paths: {
      '/ticks': { get: { operationId: 'ticks', ...events({ $ref: '#/components/schemas/Task' }) } },
      '/texts': { get: { operationId: 'texts', ...events({ type: 'string' }) } },
    },
    components: { schemas: { Task: TASK } },
  } as JsonValue);
  const api = await import(join(folder.path, 'index.ts'));
  const body = 'data: {"id":1}\n\ndata: {"id":2}\n\ndata: [DONE]\n\n';
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const client = api.createClient({ fetch });
  const data: unknown[] = [];
  for await (const event of await api.ticks(client)) data.push(event.data);
  expect(data).toEqual([{ id: 1 }, { id: 2 }, '[DONE]']);
  expect(await new Response(await api.texts(client)).text()).toBe(body);
  await writeFile(
    join(folder.path, 'uses.ts'),
    `import { createClient, texts, ticks } from './index.ts';
const client = createClient();
export async function read(): Promise<number[]> {
  const ids: number[] = [];
  for await (const { data } of await ticks(client)) ids.push(data.id);
  const stream: ReadableStream = await texts(client);
  await stream.cancel();
  return ids;
}
`,
  );
  expect(await compileFolders([folder])).toBe('');
});
