import { loadDocument, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient } from './document-client.ts';

const DOCUMENT = new URL('../../contract/src/generated/document.json', import.meta.url).pathname;

test('sends an operation as a generated client does, with its credential and one key for all attempts', async () => {
  const model = await loadDocument(DOCUMENT);
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://api.example',
    auth: Object.fromEntries([...model.securitySchemes.keys()].map((name) => [name, 'sk_test_a'])),
    clock: { now: () => 0, sleep: async () => undefined, setTimer: () => () => undefined },
    fetch: async (input, init) => {
      sent.push({ url: String(input), headers: new Headers(init?.headers), body: init?.body });
      if (sent.length === 1) throw new TypeError('fetch failed');
      return Response.json({ taskId: 'task_1' }, { status: 202 });
    },
  });
  const operation = model.operations.find(({ id }) => id === 'createVideoGeneration');
  if (!operation) throw new Error('createVideoGeneration not found');
  const data = await client.send(define(operation), { request: { body: { model: 'video-2-0' } } });
  expect(data).toEqual({ taskId: 'task_1' });
  const [first, second] = sent;
  expect(first).toMatchObject({
    url: 'http://api.example/v1/videos/generations',
    body: '{"model":"video-2-0"}',
  });
  expect(first?.headers.get('authorization')).toBe('Bearer sk_test_a');
  expect(first?.headers.get('idempotency-key')).toMatch(/.{16}/);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

async function findUrl(servers: object, options: { baseUrl?: string } = {}): Promise<string> {
  const { document, item, operation } = servers as Record<string, [] | undefined>;
  const get = { operationId: 'getA', servers: operation, responses: { 204: { description: 'Done.' } } };
  const written = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    servers: document,
    paths: { '/a': { servers: item, get } },
  };
  const model = readModel(JSON.parse(JSON.stringify(written)), 'a.json');
  let url = '';
  const { client, define } = createDocumentClient(model, {
    ...options,
    fetch: async (input) => {
      url = String(input);
      return new Response(null, { status: 204 });
    },
  });
  const [first] = model.operations;
  if (first) await client.send(define(first), {});
  return url;
}

const DOCUMENT_SERVERS = [{ url: 'https://api.example/v1' }];
const UPLOAD = [{ url: 'https://upload.example/' }];

test.each<[servers: object, options: { baseUrl?: string }, expected: string]>([
  [{ document: DOCUMENT_SERVERS }, {}, 'https://api.example/v1/a'],
  [{ document: DOCUMENT_SERVERS, item: UPLOAD }, {}, 'https://upload.example/a'],
  [{ document: DOCUMENT_SERVERS, item: UPLOAD, operation: DOCUMENT_SERVERS }, {}, 'https://api.example/v1/a'],
  [{ document: DOCUMENT_SERVERS, item: UPLOAD }, { baseUrl: 'http://localhost' }, 'http://localhost/a'],
  [{ document: DOCUMENT_SERVERS, operation: [{ url: '/v2' }] }, {}, 'https://api.example/v2/a'],
  [{ operation: [{ url: '/v2' }] }, { baseUrl: 'http://localhost/v1' }, 'http://localhost/v2/a'],
  [
    { document: [{ url: '/v1' }], operation: [{ url: '/v1' }] },
    { baseUrl: 'http://localhost' },
    'http://localhost/a',
  ],
])('with the servers %j and %j, sends a request to its server', async (servers, options, expected) => {
  expect(await findUrl(servers, options)).toBe(expected);
});

test('writes a parameter of the style "cookie"', async () => {
  const color = {
    name: 'color',
    in: 'cookie',
    style: 'cookie',
    schema: { type: 'array', items: { type: 'string' } },
  };
  const get = { operationId: 'getA', parameters: [color], responses: { 204: { description: 'Done.' } } };
  const model = readModel(
    { openapi: '3.2.0', info: { title: 'A', version: '1' }, paths: { '/a': { get } } },
    'a.json',
  );
  let cookie: string | null = null;
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://localhost',
    fetch: async (_input, init) => {
      cookie = new Headers(init?.headers).get('cookie');
      return new Response(null, { status: 204 });
    },
  });
  const [first] = model.operations;
  if (first) await client.send(define(first), { request: { cookie: { color: ['a%20b', 'c'] } } });
  expect(cookie).toBe('color=a%20b; color=c');
});

test.each<[conventions: { idempotencyKey?: string[] }, hasKey: boolean]>([
  [{}, false],
  [{ idempotencyKey: ['X-Order-Token'] }, true],
])('with the conventions %j, creates a key for the header: %s', async (conventions, hasKey) => {
  const parameters = [{ name: 'X-Order-Token', in: 'header', schema: { type: 'string' } }];
  const post = { operationId: 'a', parameters, responses: { 204: { description: 'Done.' } } };
  const paths = { '/a': { post } };
  const model = readModel({ openapi: '3.1.1', info: { title: 'A', version: '1' }, paths }, 'a.json');
  let token: string | null = null;
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://localhost',
    conventions,
    fetch: async (_, init) => {
      token = new Headers(init?.headers).get('x-order-token');
      return new Response(null, { status: 204 });
    },
  });
  const [operation] = model.operations;
  if (operation) await client.send(define(operation), {});
  expect(token !== null).toBe(hasKey);
});
