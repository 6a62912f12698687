import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { deriveResources } from '../resources.ts';
import { BodyResources } from './response-envelope.ts';

const TEXT = { type: 'string' };
const object = (properties: JsonObject) => ({ type: 'object', properties });
const STORE = object({ id: TEXT, name: TEXT });

function respond(schema: JsonObject | undefined): JsonObject {
  return { description: 'x', ...(schema ? { content: { 'application/json': { schema } } } : {}) };
}

function read(schema: JsonObject | undefined, body: JsonValue, path = '/stores/{id}') {
  const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: TEXT }] : [];
  const content = { 'application/json': { schema: object({ name: TEXT }) } };
  const paths = {
    '/stores': { post: { requestBody: { content }, responses: { 201: respond(STORE) } } },
    [path]: { parameters, get: { responses: { 200: respond(schema) } } },
  };
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths };
  const reader = createReader(readModel(document, 'document'));
  const operation = reader.model.operations.find(({ method }) => method === 'get');
  return operation && new BodyResources(deriveResources(reader)).read(operation, body);
}

test.each<[name: string, schema: JsonObject | undefined, body: JsonValue, resource: JsonValue | undefined]>([
  ['a member with an id', object({ data: STORE, meta: object({}) }), { data: { id: 'a' } }, { id: 'a' }],
  [
    'the body with an id',
    object({ id: TEXT, data: object({}) }),
    { id: 'a', data: {} },
    { id: 'a', data: {} },
  ],
  ['an undescribed envelope', object({ data: {} }), { data: { a: 1 } }, { a: 1 }],
  ['a member named after the path', object({ store: object({}) }), { store: { a: 1 } }, { a: 1 }],
  ['one of many members', object({ data: {}, a: {}, b: {}, c: {} }), { data: { a: 1 } }, { data: { a: 1 } }],
  ['a body of another form', object({ data: STORE }), { id: 'a' }, { id: 'a' }],
  [
    'no object in a resource without an id',
    object({ name: TEXT, owner: STORE }),
    { name: 'a', owner: { id: 'b' } },
    { name: 'a', owner: { id: 'b' } },
  ],
  ['a body without a schema', undefined, { a: 1 }, { a: 1 }],
  ['no list', STORE, [1], undefined],
])('reads the resource of %s', (...row) => {
  const [, schema, body, resource] = row;
  expect(read(schema, body)).toEqual(resource);
});

test('reads a single value in its envelope', () => {
  expect(read(object({ data: object({ a: TEXT }) }), { data: { a: 'b' } }, '/settings')).toEqual({ a: 'b' });
});
