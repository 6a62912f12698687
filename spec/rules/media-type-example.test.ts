import { expect, test } from 'vitest';
import { lintWithRule } from './lint-with-rule.ts';

const rule = 'media-type-example';
const answering = (content?: unknown) => ({ '/tasks': { get: { responses: { 200: { content } } } } });

test('reports a response without an example', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { schema: {} } }) })).toEqual([
    '#/paths/~1tasks/get/responses/200/content/application~1json',
  ]);
});

test('reports a response with empty examples', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { examples: {} } }) })).toHaveLength(1);
});

test('reports a request without an example', () => {
  const paths = { '/tasks': { post: { requestBody: { content: { 'application/json': {} } } } } };
  expect(lintWithRule({ rule, paths })).toEqual([
    '#/paths/~1tasks/post/requestBody/content/application~1json',
  ]);
});

test('accepts a response with an example, even null', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { example: null } }) })).toEqual([]);
  expect(
    lintWithRule({ rule, paths: answering({ 'text/plain': { examples: { one: { value: 1 } } } }) }),
  ).toEqual([]);
});

test('accepts a response without a body', () => {
  expect(lintWithRule({ rule, paths: answering() })).toEqual([]);
});
