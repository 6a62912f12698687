import { expect, test } from 'vitest';
import { matchUrl } from './match-url.ts';

test.each<[url: string, path: string, values: [number, string][] | undefined]>([
  ['/v1/tasks/a', '/v1/tasks/{id}', [[3, 'a']]],
  ['https://api.example.com/base/v1/tasks/a%20b?x=1', '/v1/tasks/{id}', [[3, 'a b']]],
  ['/v1/tasks/%E0%A4%A', '/v1/tasks/{id}', [[3, '%E0%A4%A']]],
  ['/v1/videos/a', '/v1/tasks/{id}', undefined],
  ['/v1/tasks/', '/v1/tasks/{id}', undefined],
  ['/v1/tasks/a/', '/v1/tasks/{id}', [[3, 'a']]],
  [
    '/a/1/b/2',
    '/a/{x}/b/{y}',
    [
      [2, '1'],
      [4, '2'],
    ],
  ],
  ['/a/1/b', '/a/{x}/b', [[2, '1']]],
  ['https://', '/v1/tasks/{id}', undefined],
])('the values in %s of %s are %j', (url, path, values) => {
  const matches = matchUrl(url, path);
  expect(matches && [...matches]).toEqual(values);
});
