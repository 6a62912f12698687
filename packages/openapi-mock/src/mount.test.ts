import { expect, test } from 'vitest';
import { readBasePath, unmount } from './mount.ts';

const OPERATIONS = [{ path: '/v1/pets' }];

test.each([
  ['a path below the base path', '/api/v1/pets', '/api', '/v1/pets', '/api'],
  ['a path that another server has shortened', '/v1/pets', '/api', '/v1/pets', '/api'],
  ['the base path itself', '/api', '/api', '/', '/api'],
  ['a base path that ends with a slash', '/api/v1/pets', '/api/', '/v1/pets', '/api'],
  ['a path that only begins alike', '/apis/v1/pets', '/api', '/apis/v1/pets', '/api'],
  ['a base path that the document has itself', '/v1/pets', '/v1', '/v1/pets', ''],
  ['no base path', '/v1/pets', undefined, '/v1/pets', ''],
])('reads %s', (...row) => {
  const [, pathname, given, expected, basePath] = row;
  const url = new URL(`http://mock.example${pathname}?limit=2`);
  const request = { method: 'GET', url, basePath: given, headers: {}, readBytes: async () => undefined };
  const unmounted = unmount(request, OPERATIONS);
  expect([unmounted.url.pathname, unmounted.url.search, unmounted.basePath]).toEqual([
    expected,
    '?limit=2',
    basePath,
  ]);
});

test.each([
  ['https://api.example.com', 'https://api.example.com/pets', '/'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1/pets', '/v1/'],
  ['/api', 'https://app.example/api/pets', '/api'],
  ['*/api', 'https://app.example/api/pets', '/api'],
  ['*/api/', 'https://app.example/team/api/api/pets', '/team/api'],
  ['**/api', 'https://app.example/pets', ''],
  ['https://*.example.com/v1', 'https://eu.example.com/v1/pets?limit=2', '/v1'],
  ['/teams/*/api', 'https://app.example/teams/7/api/pets', '/teams/7/api'],
  ['https://app.example/*', 'https://app.example/pets/1', ''],
  ['*', 'https://app.example/pets', ''],
])('%s has for %s the base path %s', (address, url, expected) => {
  expect(readBasePath(address, new URL(url))).toBe(expected);
});
