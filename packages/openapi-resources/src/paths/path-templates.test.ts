import { expect, test } from 'vitest';
import { getCollection, getIdParameter, isBelow, isItemPath, mapParameters } from './path-templates.ts';

test.each([
  ['/pix/{pix_uid}/cancel', '/pix/{uid}', true],
  ['/pix/{uid}:cancel', '/pix/{id}', true],
  ['/pix/{uid}', '/pix/{uid}', false],
  ['/pix/{uid}s/a', '/pix/{uid}', false],
  ['/pix_accounts/{uid}/a', '/pix/{uid}', false],
])('%s is below %s: %s', (path, itemPath, expected) => {
  expect(isBelow(path, itemPath)).toBe(expected);
});

test.each([
  ['/a/{x}/b/{y}', '/a/{z}/b/{x}/c', { x: 'z', y: 'x' }],
  ['/a/{x}/b/{y}', '/a/{x}/c/{y}', { x: 'x' }],
  ['/a/{x}', '/a/{y}:stop', { x: 'y' }],
  ['/a/{x}', '/a', {}],
  ['/a/{x},{y}', '/a/{p},{q}/b', { x: 'p', y: 'q' }],
  ['/a/{x},{y}', '/a/{p}', {}],
])('the parameters of %s have the names in %s: %j', (path, other, names) => {
  expect(Object.fromEntries(mapParameters(path, other))).toEqual(names);
});

test.each([
  ['/a/{x}', true, '/a', 'x'],
  ['/a/{x},{y}', true, '/a', 'y'],
  ['/files/{name}.{ext}', true, '/files', 'ext'],
  ['/a/{x}:close', false, '/a', 'x'],
  ['/a/x{y}', false, '/a', 'y'],
  ['/a', false, '', ''],
])('%s is the path of a resource: %s, in the collection %j, with the id %j', (...row) => {
  const [path, isItem, collection, parameter] = row;
  expect(isItemPath(path)).toBe(isItem);
  expect(getCollection(path)).toBe(collection);
  expect(getIdParameter(path)).toBe(parameter);
});
