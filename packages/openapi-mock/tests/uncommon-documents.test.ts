import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const THING = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

interface ThingsOptions {
  requested?: JsonObject;
  /** The path of one thing. */
  item?: string;
  headers?: JsonObject;
  /** The schema of the list of all things. */
  list?: JsonObject;
}

function createThingsMock(
  thing: JsonObject,
  { requested = { type: 'object' }, item = '/things/{id}', headers = {}, list }: ThingsOptions = {},
) {
  const content = { 'application/json': { schema: thing } };
  const request = { 'application/json': { schema: requested }, 'application/xml': {} };
  const listed = { description: 'All', content: { 'application/json': { schema: list ?? true } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  return createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        ...(list ? { get: { responses: { '200': listed } } } : {}),
        post: {
          requestBody: { content: request },
          responses: { '201': { description: 'Created', content, headers } },
        },
      },
      [item]: { parameters: [id], get: { responses: { '200': { description: 'Read', content } } } },
    },
  });
}

test('documented headers of the message itself have no documented values', async () => {
  const required = { required: true, schema: { type: 'string' } };
  const headers = { 'Content-Length': required, 'Transfer-Encoding': required, 'Content-Encoding': required };
  const mock = createThingsMock(THING, { headers: { ...headers, 'X-Own': required } });
  const { headers: sent } = await ask(mock, 'POST /things', { body: {} });
  expect([...sent.keys()].toSorted()).toEqual(['content-type', 'location', 'x-own']);
});

test('HEAD has the length of GET', async () => {
  const mock = createThingsMock(THING);
  const { body } = await ask(mock, 'POST /things', { body: {} });
  const { headers } = await ask(mock, `HEAD /things/${body.id}`);
  expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length));
});

test('HEAD has the length of what GET generates', async () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } };
  const get = { responses: { '200': { description: 'Numbers', content } } };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'N', version: '1' },
    paths: { '/numbers': { get } },
  });
  for (let count = 0; count < 9; count += 1) {
    const { body } = await ask(mock, `GET /numbers?${count}`);
    const { headers } = await ask(mock, `HEAD /numbers?${count}`);
    expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length));
  }
});

test('HEAD of an operation that describes no content has the length 0', async () => {
  const head = { responses: { '200': { description: 'Found' } } };
  const info = { title: 'Things', version: '1' };
  const mock = createMock({ openapi: '3.1.1', info, paths: { '/things': { head } } });
  expect((await ask(mock, 'HEAD /things')).headers.get('content-length')).toBe('0');
});

test('resources whose ids are few are created without end', async () => {
  const mock = createThingsMock({
    type: 'object',
    required: ['id'],
    properties: { id: { enum: ['a', 'b'] } },
  });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await ask(mock, 'POST /things', { body: {} })).status);
  expect(statuses).toEqual([201, 201, 201, 201]);
});

test('resources whose schema accepts nothing are remembered', async () => {
  const mock = createThingsMock({ additionalProperties: false, allOf: [THING] });
  const { body } = await ask(mock, 'POST /things', { body: {} });
  expect(body.id).toBeDefined();
  expect((await ask(mock, `GET /things/${body.id}`)).body).toEqual(body);
});

test('a request body whose schema accepts nothing is checked in part, and --explain reports it', async () => {
  const requested = { additionalProperties: false, required: ['name'] };
  const mock = createThingsMock(THING, { requested });
  expect((await ask(mock, 'POST /things', { body: { name: 'a' } })).status).toBe(201);
  expect(mock.explain().slice(-2)).toEqual([
    'bodies that are checked in part:',
    '  POST /things: its schema accepts no value',
  ]);
});

const BOTH = {
  allOf: [{ properties: { name: { type: 'string' } } }, { properties: { name: { type: 'integer' } } }],
};
const INNER = { required: ['part'], properties: { part: false, size: { type: 'integer' } } };

test.each<[requested: JsonObject, body: unknown, message: string | undefined]>([
  [
    { ...BOTH, required: ['name'], properties: { size: { minimum: 1 } } },
    { name: true, size: 0 },
    'size: must be at least 1 (got 0)',
  ],
  [{ ...BOTH, required: ['name'], properties: { size: { minimum: 1 } } }, { name: true, size: 1 }, undefined],
  [{ ...BOTH, required: ['name', 'size'] }, { name: 1 }, 'size: is required'],
  [
    { type: 'object', required: ['name'], properties: { name: false } },
    [],
    'body: must be of the type object',
  ],
  [{ required: ['name'], properties: { name: false, size: false } }, { size: 1 }, 'size: is not allowed'],
  [
    {
      allOf: [
        { additionalProperties: false, required: ['a'], properties: { a: {} } },
        { required: ['b'], properties: { b: {} } },
      ],
    },
    { a: 1, b: 2, c: 3 },
    'c: is not allowed',
  ],
  [
    { required: ['inner', 'name'], properties: { name: false, inner: INNER } },
    { inner: { size: 'x' } },
    'inner.size: must be an integer (got "x")',
  ],
  [
    {
      type: 'array',
      minItems: 1,
      items: { required: ['name'], properties: { name: false, size: { type: 'integer' } } },
    },
    [{ size: 'x' }],
    '0.size: must be an integer (got "x")',
  ],
])('the schema %j checks %j in part', async (requested, sent, message) => {
  const mock = createThingsMock(THING, { requested });
  const { status, body } = await ask(mock, 'POST /things', { body: sent });
  expect([status, body.title]).toEqual(message === undefined ? [201, undefined] : [400, message]);
});

test('paths that end with a slash are resources, too', async () => {
  const mock = createThingsMock(THING, { item: '/things/{id}/' });
  const { headers, body } = await ask(mock, 'POST /things', { body: {} });
  expect(headers.get('location')).toBe(`/things/${body.id}/`);
  expect((await ask(mock, `GET /things/${body.id}/`)).body).toEqual(body);
});

test('an id inside of the result is preferred to the code of the response', async () => {
  const mock = createThingsMock({
    type: 'object',
    required: ['code', 'result'],
    properties: { code: { const: 2000 }, result: THING },
  });
  const ids: unknown[] = [];
  for (let count = 0; count < 2; count += 1)
    ids.push(Object((await ask(mock, 'POST /things', { body: {} })).body.result).id);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['X-Request-Id', { type: 'string' }],
  ['Request-Id', { type: 'string', format: 'uuid' }],
  ['X-Correlation-ID', { type: 'string', examples: ['req_8f14e45fceea167a'] }],
])('%s differs in every response', async (name, schema) => {
  const mock = createThingsMock(THING, { headers: { [name]: { required: true, schema } } });
  const ids: unknown[] = [];
  for (let count = 0; count < 3; count += 1)
    ids.push((await ask(mock, 'POST /things', { body: {} })).headers.get(name));
  expect(new Set(ids).size).toBe(3);
});

test('Location is absolute if its schema requires that', async () => {
  const headers = { Location: { schema: { type: 'string', format: 'uri' } } };
  const mock = createThingsMock(THING, { headers });
  const created = await ask(mock, 'POST /things', { body: {} });
  expect(created.headers.get('location')).toBe(`http://mock.example/things/${created.body.id}`);
});

test('lists and totals are found through allOf and in objects', async () => {
  const things = { type: 'object', properties: { data: { type: 'array', items: THING } } };
  const counts = {
    type: 'object',
    required: ['pages'],
    properties: {
      pages: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } },
    },
  };
  const list = { required: ['meta'], allOf: [things, { properties: { meta: counts } }] };
  const mock = createThingsMock(THING, { list });
  for (let count = 0; count < 3; count += 1) await ask(mock, 'POST /things', { body: {} });
  const { body } = await ask(mock, 'GET /things');
  expect([Object(body.data).length, body.meta]).toEqual([3, { pages: { total: 3 } }]);
});

test.each([
  ['application/json', '', 'body: must be valid JSON'],
  ['application/xml', '{"a":1}', 'body: must be valid XML'],
])('an optional body of the type %s that is %j is rejected', async (type, body, message) => {
  const mock = createThingsMock(THING);
  const headers = { 'content-type': type };
  const response = await mock.fetch(
    new Request('http://mock.example/things', { method: 'POST', headers, body }),
  );
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)]);
});

test.each([
  ['image/*', 'image/png'],
  ['video/*', 'video/mp4'],
  ['application/*', 'application/octet-stream'],
  ['*/*', 'application/octet-stream'],
])('a response of the range %s has a type in it, %s', async (range, type) => {
  const content = { [range]: { schema: { type: 'string', format: 'binary' } } };
  const ranges = createMock({
    openapi: '3.1.1',
    info: { title: 'Files', version: '1' },
    paths: { '/file': { get: { responses: { '200': { description: 'Bytes', content } } } } },
  });
  const response = await ranges.fetch(new Request('http://mock.example/file'));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
});
