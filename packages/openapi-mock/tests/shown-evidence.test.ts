// Evidence of a document beside the schemas of its representations.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const text: JsonObject = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const returns = (status: number, schema: JsonObject, example?: JsonObject): JsonObject => ({
  responses: {
    [status]: {
      description: 'It.',
      content: { 'application/json': { schema, ...(example && { example }) } },
    },
  },
});
const takes = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const createThings = (paths: JsonObject, components: JsonObject = {}) =>
  createMock({ openapi: '3.1.1', info: { title: 'Things', version: '1' }, paths, components });

test('an example shows the id of a resource that its schema leaves open', async () => {
  const message = object({ message: text, data: {} });
  const slot = object({ day: text });
  const mock = createThings({
    '/slots': {
      get: returns(200, object({ data: { type: 'array', items: { type: 'object' } } }), { data: [] }),
      post: {
        ...takes(slot),
        ...returns(201, message, { message: 'Created.', data: { id: 3, day: 'Monday' } }),
      },
    },
    '/slots/{slotId}': {
      put: {
        ...takes(slot),
        ...returns(200, message, { message: 'Changed.', data: { id: 3, day: 'Sunday' } }),
      },
      delete: returns(200, message, { message: 'Deleted.', data: { id: 3 } }),
    },
  });
  const first = Object(await ask(mock, 'POST /slots', { body: { day: 'Friday' } })).body.data;
  const second = Object(await ask(mock, 'POST /slots', { body: { day: 'Friday' } })).body.data;
  expect(first.day).toBe('Friday');
  expect(second.id).not.toBe(first.id);
  expect((await ask(mock, `DELETE /slots/${first.id}`)).status).toBe(200);
  expect((await ask(mock, `PUT /slots/${first.id}`, { body: { day: 'Friday' } })).status).toBe(404);
});

test('a member with the schema of the request has what the request sets', async () => {
  const data = { $ref: '#/components/schemas/Data' };
  const pack = { $ref: '#/components/schemas/Pack' };
  const created: JsonObject = {
    ...returns(201, pack, { metadata: { version: '1' }, data: { content: 'a' } }),
  };
  const mock = createThings(
    {
      '/packs': { post: { ...takes(data), ...created } },
      '/packs/{id}': { get: returns(200, pack, { metadata: { version: '1' }, data: { content: 'a' } }) },
    },
    {
      schemas: {
        Data: object({ content: text, url: text }),
        Pack: object({ metadata: object({ version: text }), data }),
      },
    },
  );
  const { body, headers } = await ask(mock, 'POST /packs', { body: { url: 'b' } });
  expect(Object(body).data.url).toBe('b');
  const read = await ask(mock, `GET ${headers.get('location')}`);
  expect(Object(read.body).data.url).toBe('b');
});

test('a list is in the order of a member that only the whole representation has', async () => {
  const thing = object({ id: text, size: { type: 'integer' } });
  const query = { name: 'sort_by', in: 'query', schema: { enum: ['size'] } };
  const mock = createThings({
    '/things': {
      get: { parameters: [query], ...returns(200, { type: 'array', items: object({ id: text }) }) },
      post: { ...takes(object({ size: { type: 'integer' } })), ...returns(201, thing) },
    },
    '/things/{id}': { get: returns(200, thing) },
  });
  for (const size of [2, 3, 1]) await ask(mock, 'POST /things', { body: { size } });
  const { body } = await ask(mock, 'GET /things?sort_by=size');
  expect(Object.values(Object(body)).map((item) => Object(item).size)).toEqual([1, 2, 3]);
});
