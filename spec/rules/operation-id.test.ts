import { expect, test } from 'vitest';
import { lintWithRule } from './lint-with-rule.ts';

const rule = 'operation-id';

test('an operation without an operationId is reported', () => {
  expect(lintWithRule({ rule, paths: { '/tasks': { get: {} } } })).toEqual(['#/paths/~1tasks/get']);
});

test('a webhook and a callback without an operationId are reported', () => {
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

test('an operation with an operationId passes', () => {
  expect(lintWithRule({ rule, paths: { '/tasks': { get: { operationId: 'list' } } } })).toEqual([]);
});
