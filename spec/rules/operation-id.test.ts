import { expect, test } from 'vitest';
import { lintWithRule } from './lint-with-rule.ts';

const rule = 'operation-id';

test('reports an operation without an operationId', () => {
  expect(lintWithRule({ rule, paths: { '/tasks': { get: {} } } })).toEqual(['#/paths/~1tasks/get']);
});

test('reports a webhook and a callback without an operationId', () => {
  const pointers = lintWithRule({
    rule,
    paths: { '/tasks': { post: { operationId: 'create', callbacks: { done: { '{$url}': { post: {} } } } } } },
    webhooks: { done: { post: {} } },
  });
  expect(pointers.sort()).toEqual([
    '#/paths/~1tasks/post/callbacks/done/{$url}/post',
    '#/webhooks/done/post',
  ]);
});

test('accepts an operation with an operationId', () => {
  expect(lintWithRule({ rule, paths: { '/tasks': { get: { operationId: 'list' } } } })).toEqual([]);
});
