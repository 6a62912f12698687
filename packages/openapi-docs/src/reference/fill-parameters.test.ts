import { expect, test } from 'vitest';
import { fillParameters } from './fill-parameters.ts';

const RESOURCE = { path: '/shops/{shop}/items/{id}', parameters: { shop: 's1', id: 'i1' } };

test.each([
  ['/shops/{shop}/items/{id}', { shop: 's1', id: 'i1' }],
  ['/shops/{store}/items/{itemId}', { store: 's1', itemId: 'i1' }],
  ['/shops/{shop}/items/{id}/parts/{part}', { shop: 's1', id: 'i1' }],
  ['/shops/{shop}/orders/{id}', {}],
  ['/shops/{shop}/items', {}],
  ['/shops/{shop}', {}],
])('the parameters of %s are those of a resource: %j', (path, values) => {
  expect(Object.fromEntries(fillParameters(path, RESOURCE))).toEqual(values);
});

test('a parameter of a parent that is not known is not filled', () => {
  expect(fillParameters('/a/{b}/c/{d}', { path: '/a/{b}/c/{d}', parameters: { d: '1' } })).toEqual([
    ['d', '1'],
  ]);
});
