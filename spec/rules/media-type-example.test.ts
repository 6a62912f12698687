import { expect, test } from 'vitest';
import { lintWithRule } from './lint-with-rule.ts';

const rule = 'media-type-example';
const answering = (content?: unknown) => ({ '/tasks': { get: { responses: { 200: { content } } } } });

test('a response without an example is reported', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { schema: {} } }) })).toEqual([
    '#/paths/~1tasks/get/responses/200/content/application~1json',
  ]);
});

test('a response whose examples are empty is reported', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { examples: {} } }) })).toHaveLength(1);
});

test('a request without an example is reported', () => {
  const paths = { '/tasks': { post: { requestBody: { content: { 'application/json': {} } } } } };
  expect(lintWithRule({ rule, paths })).toEqual([
    '#/paths/~1tasks/post/requestBody/content/application~1json',
  ]);
});

test('a response with an example, even null, passes', () => {
  expect(lintWithRule({ rule, paths: answering({ 'application/json': { example: null } }) })).toEqual([]);
  expect(
    lintWithRule({ rule, paths: answering({ 'text/plain': { examples: { one: { value: 1 } } } }) }),
  ).toEqual([]);
});

test('a response without a body needs no example', () => {
  expect(lintWithRule({ rule, paths: answering() })).toEqual([]);
});
