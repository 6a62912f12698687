import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { IdSources } from './id-sources.ts';

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
  const kinds = itemPaths.map((itemPath) => ({ itemPath }));
  const sources = new IdSources(kinds, new Conventions()).list(path);
  expect(sources.map(({ kind }) => kind.itemPath)).toEqual(expected);
});

test('a source shares the ids of the outer resources that both paths name', () => {
  const kinds = [{ itemPath: '/v1/projects/{id}/tokens/{id}' }];
  const [source] = new IdSources(kinds, new Conventions()).list(`${FEATURE}/tokens/{tokenId}`);
  expect([...(source?.shared ?? [])]).toEqual([[3, 2]]);
});
