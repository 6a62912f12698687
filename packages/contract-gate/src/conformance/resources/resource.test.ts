import { type JsonObject, type JsonValue, type Operation, readModel } from '@keyframe/openapi-model';
import { createReader, deriveResources } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { Exchange } from '../session/session.ts';
import { type Collection, findCollections } from './collections.ts';
import { findCreatedId } from './resource.ts';

function createCollection(itemPath: string): Collection {
  const create = (method: 'get' | 'post', path: string) =>
    ({
      method,
      id: `${method} ${path}`,
      path,
      resourcePath: path,
      resourceMethod: method,
      pointer: '#',
      responses: [],
      parameters: [],
      callbacks: [],
    }) as unknown as Operation;
  const operations = [create('post', itemPath.replace(/\/[^/]*$/, '')), create('get', itemPath)];
  const model = readModel({ openapi: '3.1.0', info: { title: 'T', version: '1' } }, 'a.json');
  const [collection] = findCollections(deriveResources(createReader({ ...model, operations })));
  if (!collection) throw new Error(`No collection has the path ${itemPath}.`);
  return collection;
}

test.each<[itemPath: string, sent: JsonObject, id: string]>([
  ['/tenants/{tenant_name}', { name: 'a', id: 'b' }, 'a'],
  ['/databases/{database}', { name: 'a' }, 'a'],
  ['/users/{username}', { id: 'b', username: 'a' }, 'a'],
])(
  'the id in %s of a created resource that the response does not show, after %j, is %j',
  (itemPath, sent, id) => {
    const exchange = { draft: { body: { value: sent } }, body: { kind: 'json', value: {} } };
    const response = { headers: [] };
    expect(findCreatedId({ ...exchange, response } as unknown as Exchange, createCollection(itemPath))).toBe(
      id,
    );
  },
);

test.each<[settable: string[], id: string | undefined]>([
  [['id', 'username'], undefined],
  [['id', 'email'], 'b'],
])(
  'a user created with an `id` only, whose request may set %j, has the id %s in its path',
  (settable, id) => {
    const exchange = {
      draft: { body: { value: { id: 'b' } } },
      body: { kind: 'empty' },
      response: { headers: [] },
    } as unknown as Exchange;
    expect(findCreatedId(exchange, createCollection('/users/{username}'), settable)).toBe(id);
  },
);

test('the id of a request that chooses it is not that of another resource in the response', () => {
  const operation = { method: 'post', resourcePath: '/devices', parameters: [] };
  const draft = { operation, parameters: new Map(), body: { value: { id: 7 } } };
  const body = { kind: 'json', value: [{ id: 40 }] };
  const exchange = { operation, draft, body, response: { headers: [] } } as unknown as Exchange;
  const collection = { ...createCollection('/devices/{deviceId}'), chosenId: 'id' };
  expect(findCreatedId(exchange, collection)).toBe(7);
});

test.each<[body: JsonValue, id: JsonValue | undefined]>([
  ['0199c1a4-7f0e-7a52-8c7b-2f8f3f1d9f10', '0199c1a4-7f0e-7a52-8c7b-2f8f3f1d9f10'],
  [17, 17],
  [['17'], '17'],
  [['17', '18'], undefined],
  [[{ id: 17 }], 17],
  [[{ id: 17 }, { id: 18 }], undefined],
  [[], undefined],
  ['OK', undefined],
  ['stored 1 row', undefined],
  ['', undefined],
  [true, undefined],
  [null, undefined],
])('the id of a created resource is that of the body %j: %j', (value, id) => {
  const operation = { method: 'post', resourcePath: '/alerts', parameters: [] };
  const draft = { operation, parameters: new Map() };
  const exchange = { operation, draft, body: { kind: 'json', value }, response: { headers: [] } };
  expect(findCreatedId(exchange as unknown as Exchange, createCollection('/alerts/{alert_id}'))).toBe(id);
});

test.each([
  ['note_1', 'note_1'],
  ['plan_1', undefined],
])('a creation below plan_1 that returns %s has created %s', (returned, id) => {
  const path = '/plans/{code}/notes';
  const operation = { method: 'post', resourcePath: path, parameters: [{ location: 'path', name: 'code' }] };
  const exchange = {
    operation,
    draft: { operation, parameters: new Map([['path:code', 'plan_1']]) },
    body: { kind: 'json', value: { code: returned } },
    response: { headers: [] },
  } as unknown as Exchange;
  expect(findCreatedId(exchange, createCollection(`${path}/{key}`))).toBe(id);
});
