// Calls of operations that few documents have: redirects, fragments, ranges, streams, failures without content.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonValue } from '@keyframe/openapi-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFolders, type GeneratedFolder, generateIntoFolder } from './support/generated-folder.ts';

const OBJECT = { type: 'object', properties: { name: { type: 'string' } } };
const list = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries([
    ['next', { type: 'string', format: 'uri' }],
    ...names.map((name) => [name, { type: 'array', items: OBJECT }]),
  ]),
});
const ok = (content: object) => ({ 200: { description: 'ok', content } });
const page = (schema: object) => ({ responses: ok({ 'application/json': { schema } }) });

const flaggedList = (operationId: string, names: readonly string[], more: object) => ({
  get: {
    operationId,
    parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ...page({
      type: 'object',
      properties: {
        data: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
        ...more,
      },
    }),
  },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'A', version: '1' },
  servers: [{ url: 'http://127.0.0.1' }],
  paths: {
    '/files/1#link': {
      get: {
        operationId: 'get_file#get_link',
        parameters: [
          { name: 'fields', in: 'query', allowReserved: true, schema: { type: 'string' } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            explode: true,
            schema: { type: 'object', additionalProperties: true },
          },
        ],
        responses: {
          ...page(OBJECT).responses,
          418: { description: 'no', content: { 'application/json': { schema: OBJECT } } },
        },
      },
    },
    '/archive': {
      get: {
        operationId: 'getArchive',
        responses: { 302: { description: 'moved' }, 404: { description: 'none' } },
      },
    },
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, content: { '*/*': { schema: OBJECT } } },
        ...page(OBJECT),
      },
      delete: {
        operationId: 'deleteThings',
        responses: { 204: { description: 'gone' }, 409: { description: 'no' } },
      },
    },
    '/watch': {
      get: {
        operationId: 'watch',
        responses: ok({
          'application/json': { schema: OBJECT },
          'application/json;stream=watch': { schema: OBJECT },
        }),
      },
    },
    '/form': {
      post: {
        operationId: 'sendForm',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  meta: OBJECT,
                  file: { type: 'string', contentMediaType: 'image/png' },
                  'a"b': { type: 'string' },
                },
              },
              encoding: { file: { contentType: 'image/png' } },
            },
          },
        },
        responses: { 204: { description: 'ok' } },
      },
    },
    '/charges': flaggedList('listCharges', ['starting_after'], { has_more: { type: 'boolean' } }),
    '/branches': flaggedList('listBranches', ['after'], {
      pagination: {
        type: 'object',
        properties: { has_more: { type: 'boolean' }, next_offset: { type: 'string' } },
      },
    }),
    '/events': flaggedList('listEvents', ['before', 'after'], {
      list_metadata: {
        type: 'object',
        properties: { before: { type: ['string', 'null'] }, after: { type: ['string', 'null'] } },
      },
    }),
    '/messages': flaggedList('listMessages', ['after_id'], {
      has_more: { type: 'boolean' },
      last_id: { type: ['string', 'null'] },
    }),
    '/users': { get: { operationId: 'listUsers', ...page(list('users', 'included')) } },
    '/pages': { get: { operationId: 'listPages', ...page(list('left', 'right')) } },
    '/accounts': {
      get: {
        operationId: 'listAccounts',
        ...page({ properties: { next: { type: 'string', format: 'uri' }, Data: list('Account') } }),
      },
    },
  },
} as const;

interface Seen {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  accept: string | undefined;
  text: string;
}

const seen: Seen[] = [];
const server = createServer((request, response) => void handle(request, response));
let folder: GeneratedFolder;
let call: (name: string, request?: object) => Promise<unknown>;
let pages: (name: string) => AsyncIterable<{ id: string }>;
let isErrorOf: (error: unknown, id: string) => boolean;

beforeAll(async () => {
  folder = await generateIntoFolder(DOCUMENT as unknown as JsonValue);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const generated = await import(join(folder.path, 'index.ts'));
  const client = generated.createClient({ baseUrl: `http://127.0.0.1:${port}`, retries: 0 });
  call = (name, request) => generated[name](client, request);
  pages = (name) => generated[`${name}Pages`](client).items();
  ({ isErrorOf } = generated);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder[Symbol.asyncDispose]();
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks = await request.toArray();
  const { method, url, headers } = request;
  const text = Buffer.concat(chunks).toString();
  seen.push({ method, url, type: headers['content-type'], accept: headers.accept, text });
  if (url === '/archive') response.writeHead(302, { location: '/elsewhere?a=1' }).end();
  else if (method === 'DELETE') response.writeHead(409, { 'content-type': 'text/plain' }).end('in use');
  else if (url === '/watch') {
    response.writeHead(200, { 'content-type': 'application/json;stream=watch' });
    response.write('{"name":"a"}\n', () => response.destroy());
  } else if (/^\/(?:branches|charges|events|messages)/.test(url ?? '')) {
    const isLast = url?.includes('=2') ?? false;
    const data = (isLast ? ['3'] : ['1', '2']).map((id) => ({ id }));
    const last = data.at(-1)?.id;
    const pagination = { has_more: !isLast, next_offset: last };
    const list_metadata = { before: null, after: isLast ? null : last };
    const body = { data, has_more: !isLast, last_id: last, pagination, list_metadata };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  } else if (url?.includes('teapot')) {
    response.writeHead(418, { 'content-type': 'application/json' }).end('{"name":"tea"}');
  } else if (url === '/form') response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"a"}');
}

test('sends the query of a path with a fragment, and no fragment', async () => {
  await call('getFileGetLink', { query: { fields: 'a' } });
  expect(seen.at(-1)?.url).toBe('/files/1?fields=a');
});

test('writes reserved characters and omits nested nulls', async () => {
  const query = { fields: 'a/b:c&d', filter: { a: { b: 1, c: null } } };
  await call('getFileGetLink', { query });
  expect(seen.at(-1)?.url).toBe('/files/1?fields=a/b:c%26d&filter[a][b]=1');
});

test('recognizes an error by the operationId and by the name of the function', async () => {
  const error: unknown = await call('getFileGetLink', { query: { fields: 'teapot' } }).catch(
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ operation: 'get_file/get_link', operationName: 'getFileGetLink' });
  expect(['get_file/get_link', 'getFileGetLink', 'watch'].map((id) => isErrorOf(error, id))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['listCharges', '/charges', 'starting_after'],
  ['listMessages', '/messages', 'after_id'],
  ['listBranches', '/branches', 'after'],
  ['listEvents', '/events', 'after'],
])('%s follows the end of each page to the next', async (name, path, parameter) => {
  const ids: string[] = [];
  for await (const { id } of pages(name)) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  expect(seen.slice(-2).map(({ url }) => url)).toEqual([path, `${path}?${parameter}=2`]);
});

test('returns the location of an operation that only redirects', async () => {
  expect(await call('getArchive')).toBe(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/elsewhere?a=1`,
  );
});

test('keeps the body of a failure that is documented without content', async () => {
  await expect(call('deleteThings')).rejects.toMatchObject({
    code: 'api_error',
    status: 409,
    data: 'in use',
  });
  expect(seen.at(-1)?.accept).toBe('*/*');
});

test.each([
  ['an object as JSON', { body: { name: 'a' } }, 'application/json', '{"name":"a"}'],
  ['text', { body: 'a' }, 'text/plain;charset=UTF-8', 'a'],
  ['a Blob', { body: new Blob(['a'], { type: 'text/csv' }) }, 'text/csv', 'a'],
  ['a named type', { body: 'a', contentType: 'text/x-a' }, 'text/x-a', 'a'],
])('sends %s for a range of media types', async (...[, request, type, text]) => {
  await call('createThing', request);
  expect(seen.at(-1)).toMatchObject({ type, text });
});

test('rejects with an error of the client when a stream breaks', async () => {
  const stream = await call('watch');
  await expect(new Response(stream as ReadableStream).text()).rejects.toMatchObject({
    code: 'network_error',
  });
});

test('sends objects of a form as fields with a media type, and files with a name', async () => {
  const file = new Blob(['PNG']);
  await call('sendForm', { body: { meta: { name: 'ä' }, file, 'a"b': 'c' } });
  const { type = '', text = '' } = seen.at(-1) ?? {};
  expect(text).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n{"name":"ä"}');
  expect(text).toContain('name="file"; filename="blob"\r\ncontent-type: image/png\r\n\r\nPNG');
  const form = await new Response(text, { headers: { 'content-type': type } }).formData();
  expect([form.get('meta'), form.get('a"b')]).toEqual(['{"name":"ä"}', 'c']);
});

test('types what is returned, and offers items only where a list was found', async () => {
  const use = [
    "import * as api from './index.ts';",
    'declare const client: api.Client;',
    'export const location: Promise<string> = api.getArchive(client);',
    "export const named: Promise<unknown> = api.createThing(client, { body: { name: 'a' } });",
    "export const bytes: Promise<unknown> = api.createThing(client, { body: new Blob(), contentType: 'text/csv' });",
    'export const user: AsyncGenerator<{ name?: string }> = api.listUsersPages(client).items();',
    'declare const error: unknown;',
    "export const byName: unknown = api.isErrorOf(error, 'getFileGetLink') ? error.data.name : undefined;",
    "export const byId: unknown = api.isErrorOf(error, 'get_file/get_link') ? error.status satisfies 418 : undefined;",
    '// @ts-expect-error No operation has this name.',
    "export const byOther: boolean = api.isErrorOf(error, 'getLink');",
    'export const charge: AsyncGenerator<{ id?: string }> = api.listChargesPages(client).items();',
    'export const account: AsyncGenerator<{ name?: string }> = api.listAccountsPages(client).items();',
    '// @ts-expect-error Two lists of which no name is known.',
    'export const none: unknown = api.listPagesPages(client).items();',
    'export const pages: AsyncIterable<object> = api.listPagesPages(client);',
  ].join('\n');
  await writeFile(join(folder.path, 'use.ts'), use);
  expect(await compileFolders([folder])).toBe('');
});
