import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const UUID = { type: 'string', format: 'uuid', example: '1a901a90-1a90-4a90-8a90-1a901a901a90' };

function createThings(properties: JsonObject, options: { isRead?: boolean } = {}) {
  const { isRead = true } = options;
  const content = {
    'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
  };
  const request = {
    'application/json': { schema: { type: 'object', properties: { external_id: { type: 'string' } } } },
  };
  const read = {
    '/things/{external_id}': {
      parameters: [{ name: 'external_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { '200': { description: 'The thing', content } } },
    },
  };
  return createMock({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': {
        post: {
          requestBody: { content: request },
          responses: { '201': { description: 'Created', content } },
        },
      },
      ...(isRead ? read : {}),
    },
  });
}

const EXTERNAL = { type: 'string', example: 'ext' };

test.each<[string, JsonObject]>([
  ['lago_id', { lago_id: UUID, external_id: EXTERNAL }],
  ['_id', { _id: { type: 'string', example: 'a1b2' }, external_id: EXTERNAL }],
  ['uid', { uid: { type: 'integer', example: 7 }, external_id: EXTERNAL }],
  ['number', { number: { type: 'string', readOnly: true, example: 'N-001' }, external_id: EXTERNAL }],
  ['token', { token: UUID, external_id: EXTERNAL }],
])('two resources never have the same %s', async (name, properties) => {
  const mock = createThings(properties);
  const all: unknown[] = [];
  for (const id of ['a', 'b', 'c']) {
    const { body } = await ask(mock, 'POST /things', { body: { external_id: id } });
    expect(body.external_id).toBe(id);
    expect((await ask(mock, `GET /things/${id}`)).body).toEqual(body);
    all.push(body[name]);
  }
  expect(new Set(all).size).toBe(3);
});

test.each<[string, string, JsonObject]>([
  ['201', '/things', { data: { type: 'object', properties: { id: UUID, kind: EXTERNAL } } }],
  ['202', '/things', { job: { type: 'object', properties: { jobId: EXTERNAL } } }],
  ['200', '/orders', { orderId: EXTERNAL }],
  ['200', '/createOrder', { orderId: EXTERNAL }],
])('two creations with %s at %s that nothing reads have other ids: %j', async (...row) => {
  const [status, path, properties] = row;
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const responses = { [status]: { description: 'Created', content: { 'application/json': { schema } } } };
  const mock = createMock({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1.0.0' },
    paths: { [path]: { post: { responses } } },
  });
  const first = await ask(mock, `POST ${path}`);
  const second = await ask(mock, `POST ${path}`);
  expect(Object.keys(first.body)).toEqual(Object.keys(properties));
  expect(first.body).not.toEqual(second.body);
});

test.each<[schema: JsonObject, isRead: boolean]>([
  [{ type: 'integer', format: 'int64' }, true],
  [UUID, true],
  [{ type: 'integer' }, false],
  [UUID, false],
])('two creations that return %j alone have other ids, read by path: %s', async (schema, isRead) => {
  const json = (content: JsonObject) => ({ 'application/json': { schema: content } });
  const thing = json({ type: 'object', properties: { name: { type: 'string' } } });
  const read = {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema }],
      get: { responses: { '200': { description: 'The thing', content: thing } } },
    },
  };
  const responses = { '200': { description: 'Created', content: json(schema) } };
  const mock = createMock({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things': { post: { requestBody: { content: thing }, responses } }, ...(isRead ? read : {}) },
  });
  const create = async (name: string): Promise<unknown> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    };
    return (await mock.fetch(new Request('http://mock.example/things', init))).json();
  };
  const ids = [await create('a'), await create('b'), await create('c')];
  expect(new Set(ids).size).toBe(3);
  if (isRead) expect((await ask(mock, `GET /things/${ids[1]}`)).body).toEqual({ name: 'b' });
});

test.each([
  ['with a body', { body: { external_id: 'a' } }],
  ['without a body', {}],
])('two creations that nothing reads have other ids, %s', async (_, options) => {
  const mock = createThings({ subscriptionId: { type: 'string', example: 'sub_1' } }, { isRead: false });
  const first = await ask(mock, 'POST /things', options);
  const second = await ask(mock, 'POST /things', options);
  expect(first.body.subscriptionId).not.toBe(second.body.subscriptionId);
});

test('each item of a list has an id of its own where nothing reads it', async () => {
  const item = {
    type: 'object',
    properties: { id: { type: 'string', example: 'b_1' }, name: { type: 'string' } },
  };
  const content = { 'application/json': { schema: { type: 'array', items: item } } };
  const post = { requestBody: { content }, responses: { '201': { description: 'Created', content } } };
  const mock = createMock({
    openapi: '3.0.3',
    info: { title: 'Batches', version: '1.0.0' },
    paths: { '/batches': { post } },
  });
  const send = async (names: readonly string[]) => {
    const { body } = await ask(mock, 'POST /batches', { body: names.map((name) => ({ name })) });
    return Object.values(body).map((value) => Object(value));
  };
  const all = [...(await send(['a', 'b'])), ...(await send(['c']))];
  expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
});
