import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import type { Collection } from './collections.ts';
import { IdSources, listOuterPaths } from './id-sources.ts';

const FEATURE = '/projects/{projectId}/features/{featureName}';

test.each<[path: string, itemPaths: string[], sources: string[]]>([
  [
    `${FEATURE}/environments/{environment}`,
    ['/environments/{name}', '/users/{id}'],
    ['/environments/{name}'],
  ],
  // The ids of the same project come first.
  [
    `${FEATURE}/tokens/{tokenId}`,
    ['/users/{userId}/tokens/{tokenId}', '/tokens/{id}', '/projects/{projectId}/tokens/{id}'],
    ['/projects/{projectId}/tokens/{id}', '/tokens/{id}', '/users/{userId}/tokens/{tokenId}'],
  ],
  ['/teams/{team}/members/{userId}', ['/users/{id}', '/posts/{id}'], ['/users/{id}']],
  ['/archive/{featureName}', [FEATURE], [FEATURE]],
  ['/objects/{className}/{id}', ['/schema/{className}'], []],
  ['/objects/{className}', ['/schema/{className}'], ['/schema/{className}']],
  ['/settings/{name}', ['/users/{name}'], []],
  ['/users/{id}', ['/users/{userId}'], []],
])('the sources of the ids of %s among %j are %j', (path, itemPaths, expected) => {
  const collections = itemPaths.map((itemPath) => ({ itemPath }) as Collection);
  const sources = new IdSources(collections, new Conventions()).list(path);
  expect(sources.map(({ collection }) => collection.itemPath)).toEqual(expected);
});

test('a source shares the ids of the outer resources that both paths name', () => {
  const collections = [{ itemPath: '/v1/projects/{id}/tokens/{id}' } as Collection];
  const [source] = new IdSources(collections, new Conventions()).list(`${FEATURE}/tokens/{tokenId}`);
  expect([...(source?.shared ?? [])]).toEqual([[3, 2]]);
});

test('lists the outer paths', () => {
  expect(listOuterPaths(`${FEATURE}/tokens/{tokenId}`)).toEqual(['/projects/{projectId}', FEATURE]);
});
