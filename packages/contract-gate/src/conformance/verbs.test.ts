import type { Method } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { cutVerbs, findMeantMethod } from './verbs.ts';

test.each<[operation: [Method, string], meant: Method | undefined, resource: string]>([
  [['get', '/stores/{id}'], 'get', '/stores/{id}'],
  [['get', '/stores/get/{id}'], 'get', '/stores/{id}'],
  [['post', '/stores/get'], undefined, '/stores'],
  [['post', '/stores/create'], 'post', '/stores'],
  [['put', '/stores/add'], 'post', '/stores'],
  [['put', '/stores/update/{id}'], 'put', '/stores/{id}'],
  [['post', '/stores/Edit/{id}'], 'patch', '/stores/{id}'],
  [['post', '/stores/{id}/delete'], 'delete', '/stores/{id}'],
  [['get', '/stores/remove/{id}'], 'delete', '/stores/{id}'],
  [['get', '/updates/{id}'], 'get', '/updates/{id}'],
  [['get', '/address/{id}'], 'get', '/address/{id}'],
])('%j means %s %s', ([method, path], meant, resource) => {
  expect([findMeantMethod({ method, path }), cutVerbs(path)]).toEqual([meant, resource]);
});
