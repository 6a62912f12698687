import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ResourceKeys } from './resource-keys.ts';

const describe = (path: string) => ({ path }) as Operation;
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
  expect(keys.readId({ parameters })).toBe('7');
  expect(keys.readParents({ parameters })).toEqual(parents);
  expect(keys.write(keys.readParents({ parameters }), '7')).toBe(key);
});

test('the paths of the list have parents, too', () => {
  const list = describe('/users/{user}/files');
  const keys = new ResourceKeys({ itemPath: '/files/{file}', parameter: 'file', creation: undefined, list });
  expect(keys.readParents({ parameters })).toEqual({ user: 'Ada' });
});
