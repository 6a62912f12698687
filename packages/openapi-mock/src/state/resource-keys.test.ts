import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ResourceKeys } from './resource-keys.ts';

const describe = (path: string) => ({ resourcePath: path }) as Operation;
const parameters = new Map([
  ['path:app', 'one'],
  ['path:file', '7'],
  ['path:user', 'Ada'],
]);

test.each([
  ['/apps/{app}/files/{file}', '/apps/{app}/files', { app: 'one' }, '["one","7"]'],
  ['/files/{file}', '/apps/{app}/files', { app: 'one' }, '["7"]'],
  ['/files/{file}', '/files', {}, '["7"]'],
])('%s, created at %s, has the parents %j and the key %s', (...row) => {
  const [itemPath, path, parents, key] = row;
  const creation = { operation: describe(path), idPath: undefined, rule: '' };
  const keys = new ResourceKeys({ itemPath, parameter: 'file', creation, list: undefined });
  const call = { operation: describe(path), parameters };
  expect(keys.readId({ operation: describe(itemPath), parameters })).toBe('7');
  expect(keys.readParents(call)).toEqual(parents);
  expect(keys.write(keys.readParents(call), '7')).toBe(key);
});

test('the paths of the list have parents, too', () => {
  const list = describe('/users/{user}/files');
  const keys = new ResourceKeys({ itemPath: '/files/{file}', parameter: 'file', creation: undefined, list });
  expect(keys.readParents({ operation: list, parameters })).toEqual({ user: 'Ada' });
});

test.each([
  ['/apps/{app}/files/{file}', { app: 'one', file: '7' }, '7', { app: 'one' }],
  ['/apps/{app_id}/files/{file_id}/print', { app_id: 'one', file_id: '7' }, '7', { app: 'one' }],
  ['/apps/{file}/files/{id}', { file: 'one', id: '7' }, '7', { app: 'one' }],
  ['/apps/{file}/users', { file: 'one' }, undefined, { app: 'one' }],
  ['/files/{file}', { file: '7' }, '7', {}],
])('a request to %s names the resource by the position of its parameters %j', (...row) => {
  const [path, values, id, parents] = row;
  const itemPath = '/apps/{app}/files/{file}';
  const keys = new ResourceKeys({ itemPath, parameter: 'file', creation: undefined, list: undefined });
  const entries = Object.entries(values).map(([name, value]) => [`path:${name}`, value] as const);
  const call = { operation: describe(path), parameters: new Map(entries) };
  expect(keys.readId(call)).toBe(id);
  expect(keys.readParents(call)).toEqual(parents);
});

test.each([
  ['/lines/{order},{file}', { Order: 5, file: '7' }, { order: '5' }, '["5","7"]'],
  ['/lines/{order},{file}', { order: { id: 5 } }, {}, '["7"]'],
  ['/orders/{order}/lines/{file}', { order_: '5' }, { order: '5' }, '["5","7"]'],
])('at %s, the further keys of a new resource are members of it: %j', (...row) => {
  const [itemPath, created, parents, key] = row;
  const creation = { operation: describe('/lines'), idPath: undefined, rule: '' };
  const keys = new ResourceKeys({ itemPath, parameter: 'file', creation, list: undefined });
  const read = keys.readParents({ operation: describe('/lines'), parameters: new Map() }, created);
  expect(read).toEqual(parents);
  expect(keys.write(read, '7')).toBe(key);
});
