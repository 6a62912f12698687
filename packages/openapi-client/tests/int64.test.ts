// Clients with `--int64 bigint`: large integers keep their digits, in both directions.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@keyframe/openapi-model';
import { signWebhook } from '@keyframe/openapi-runtime/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileFolders, type GeneratedFolder, generateIntoFolder } from './support/generated-folder.ts';

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const INT64 = { type: 'integer', format: 'int64' };

const DOCUMENT: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Numbers', version: '1' },
  servers: [{ url: 'https://api.example' }],
  paths: {
    '/numbers/{id}': {
      put: {
        operationId: 'putNumber',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: INT64 },
          { name: 'list', in: 'query', schema: { type: 'array', items: INT64 } },
          {
            name: 'deep',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { id: INT64 } },
          },
          { name: 'filter', in: 'query', content: json({ type: 'object', properties: { id: INT64 } }) },
          { name: 'X-Id', in: 'header', schema: INT64 },
        ],
        requestBody: {
          content: { ...json(ref('Entry')), 'application/x-www-form-urlencoded': { schema: ref('Entry') } },
        },
        responses: { 200: { description: 'An entry.', content: json(ref('Entry')) } },
      },
    },
    '/lines': {
      get: {
        operationId: 'readLines',
        responses: {
          200: { description: 'Lines.', content: { 'application/jsonl': { 'x-item-schema': ref('Entry') } } },
        },
      },
    },
  },
  webhooks: {
    added: {
      post: { requestBody: { content: json(ref('Entry')) }, responses: { 204: { description: 'None.' } } },
    },
  },
  components: {
    schemas: {
      Entry: {
        type: 'object',
        required: ['id'],
        properties: {
          id: INT64,
          list: { type: 'array', items: INT64 },
          count: { type: ['integer', 'null'], format: 'uint64' },
          small: { type: 'integer', format: 'int32' },
          at: { type: 'string', format: 'date-time' },
          parent: { anyOf: [ref('Entry'), { type: 'null' }] },
        },
      },
    },
  },
};

const TEXT =
  '{"id":1740617525741967001,"list":[9007199254740993,1],"count":null,"small":5,"parent":{"id":2},"other":9007199254740993}';
const ENTRY = {
  id: 1740617525741967001n,
  list: [9007199254740993n, 1n],
  count: null,
  small: 5,
  parent: { id: 2n },
  other: 9007199254740992,
};

interface Api {
  createClient: (options: object) => object;
  putNumber: (client: object, request: object) => Promise<unknown>;
  readLines: (client: object) => Promise<AsyncIterable<unknown>>;
  unwrapAdded: (received: object, options: object) => Promise<unknown>;
}

let folder: GeneratedFolder;
let api: Api;
beforeAll(async () => {
  folder = await generateIntoFolder(DOCUMENT, { int64: 'bigint', validate: true });
  api = await import(`${folder.path}/index.ts`);
});
afterAll(() => folder[Symbol.asyncDispose]());

function connect(text: string, type = 'application/json', sent: Request[] = []): object {
  return api.createClient({
    retries: 0,
    fetch: async (url: string, init: RequestInit) => {
      sent.push(new Request(url, init));
      return new Response(text, { headers: { 'content-type': type } });
    },
  });
}

test('reads and writes all digits', async () => {
  const sent: Request[] = [];
  const id = 9223372036854775807n;
  const request = {
    path: { id },
    query: { list: [1n, id], deep: { id }, filter: { id } },
    header: { 'X-Id': -id },
    body: { id, list: [id], small: 1 },
  };
  expect(await api.putNumber(connect(TEXT, undefined, sent), request)).toEqual(ENTRY);
  const [first] = sent;
  expect(decodeURIComponent(first?.url ?? '')).toBe(
    `https://api.example/numbers/${id}?list=1&list=${id}&deep[id]=${id}&filter={"id":${id}}`,
  );
  expect(first?.headers.get('x-id')).toBe(`-${id}`);
  expect(await first?.text()).toBe(`{"id":${id},"list":[${id}],"small":1}`);
});

test('writes the digits of forms', async () => {
  const sent: Request[] = [];
  const request = {
    path: { id: 1n },
    contentType: 'application/x-www-form-urlencoded',
    body: { id: 2n ** 62n },
  };
  await api.putNumber(connect(TEXT, undefined, sent), request);
  expect(await sent[0]?.text()).toBe('id=4611686018427387904');
});

test('reads the items of streams, and webhooks', async () => {
  const lines = await api.readLines(connect(`${TEXT}\n{"id":3}\n`, 'application/jsonl'));
  const items: unknown[] = [];
  for await (const item of lines) items.push(item);
  expect(items).toEqual([ENTRY, { id: 3n }]);
  const secret = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
  const received = await signWebhook({ id: 9007199254740993n, list: [1] }, { secret, id: 'a' });
  expect(await api.unwrapAdded(received, { secrets: [secret] })).toEqual({
    id: 9007199254740993n,
    list: [1n],
  });
});

test('a number that is no integer is not a documented response', async () => {
  const error = await api
    .putNumber(connect('{"id":1e30}'), { path: { id: 1n } })
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ message: expect.stringContaining('id') });
});

test('the code compiles, and its types are bigint', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /^## Large integers\n.*?```ts\n(.*?)```/ms.exec(readme) ?? [];
  const use = `import { type Client, type Entry, putNumber } from './index.ts';
export async function use(client: Client): Promise<bigint> {
  const entry: Entry = await putNumber(client, { path: { id: 1n }, query: { list: [2n] }, body: { id: 3n, small: 1 } });
  const count: bigint | null | undefined = entry.count;
  await showExample(client);
  return entry.id + (count ?? 0n) + (entry.list?.[0] ?? 0n);
}
async function showExample(client: Client): Promise<void> {
${example}}
`;
  await writeFile(join(folder.path, 'use.ts'), use);
  expect(await compileFolders([folder])).toBe('');
});
