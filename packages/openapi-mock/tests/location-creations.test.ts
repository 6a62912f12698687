import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

function describeCreation(status: string, operationId: string): JsonObject {
  const headers = { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } };
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  return {
    post: {
      operationId,
      requestBody: { content: { 'application/json': { schema } } },
      responses: { [status]: { description: 'Accepted', headers } },
    },
  };
}

function describeRead(id: string, properties: JsonObject): JsonObject {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return {
    get: {
      parameters: [{ name: id, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        '200': { description: 'One', content: { 'application/json': { schema } } },
        '404': { description: 'None' },
      },
    },
  };
}

const STATE = { state: { type: 'string', enum: ['running', 'done'] } };
const NAME = { name: { type: 'string' } };

test.each<[string, JsonObject, string]>([
  [
    'work is read by its state',
    {
      '/things': describeCreation('202', 'startReport'),
      '/users/{userId}': describeRead('userId', NAME),
      '/operations/{operation}': describeRead('operation', STATE),
    },
    '/operations/',
  ],
  [
    'a resource is read where its name is',
    {
      '/things': describeCreation('201', 'registerUser'),
      '/operations/{operation}': describeRead('operation', STATE),
      '/users/{userId}': describeRead('userId', NAME),
    },
    '/users/',
  ],
])('Location leads to a path that answers: %s', async (...[, paths, prefix]) => {
  const mock = createMock({ openapi: '3.0.3', info: { title: 'Reports', version: '1.0.0' }, paths });
  const locations: string[] = [];
  for (const name of ['a', 'b']) {
    const { headers } = await ask(mock, 'POST /things', { body: { name } });
    locations.push(headers.get('location') ?? '');
  }
  expect(locations.every((location) => location.startsWith(prefix))).toBe(true);
  expect(new Set(locations).size).toBe(2);
  for (const location of locations) expect((await ask(mock, `GET ${location}`)).status).toBe(200);
  expect((await ask(mock, `GET ${prefix}${crypto.randomUUID()}`)).status).toBe(404);
});

test('Location has the query that a read requires', async () => {
  const version = { name: 'version', in: 'query', required: true, schema: { type: 'string' } };
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const headers = { Location: { required: true, schema: { type: 'string' } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const mock = createMock({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        post: { parameters: [version], responses: { 201: { description: 'Made.', headers, content } } },
      },
      '/things/{id}': {
        get: { parameters: [id, version], responses: { 200: { description: 'It.', content } } },
      },
    },
  });
  const created = await ask(mock, 'POST /things?version=a%20b');
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(/\?version=a%20b$/);
  expect((await ask(mock, `GET ${location}`)).status).toBe(200);
});
