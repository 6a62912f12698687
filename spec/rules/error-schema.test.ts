import { expect, test } from 'vitest';
import { lintWithRule } from './lint-with-rule.ts';

const rule = 'error-schema';
const components = {
  schemas: { Error: { type: 'object' }, OtherError: { type: 'object' } },
  responses: { Missing: { description: '', content: json({ $ref: '#/components/schemas/OtherError' }) } },
};

function json(schema: unknown) {
  return { 'application/json': { schema } };
}

function lint(responses: Record<string, unknown>): string[] {
  return lintWithRule({
    rule,
    options: { schema: 'Error' },
    components,
    paths: { '/tasks': { get: { responses } } },
  });
}

test('reports an error with another schema, regardless of where it is defined', () => {
  expect(lint({ 400: { content: json({ type: 'object' }) } })).toEqual([
    '#/paths/~1tasks/get/responses/400/content/application~1json',
  ]);
  expect(lint({ 404: { $ref: '#/components/responses/Missing' } })).toEqual([
    '#/components/responses/Missing/content/application~1json',
  ]);
  expect(lint({ '5XX': { content: json({ $ref: '#/components/schemas/OtherError' }) } })).toHaveLength(1);
});

test('reports an error without a body', () => {
  expect(lint({ 500: { description: 'Server error' } })).toEqual(['#/paths/~1tasks/get/responses/500']);
});

test('accepts the error schema, alone or narrowed', () => {
  const error = { $ref: '#/components/schemas/Error' };
  expect(lint({ 400: { content: json(error) } })).toEqual([]);
  expect(lint({ 400: { content: json({ allOf: [error, { type: 'object' }] }) } })).toEqual([]);
});

test('ignores successes, and responses to webhooks and callbacks', () => {
  const refused = { post: { responses: { 400: { description: 'Refused' } } } };
  const paths = {
    '/tasks': {
      post: { responses: { 200: { content: json({}) } }, callbacks: { done: { '{$url}': refused } } },
    },
  };
  expect(lintWithRule({ rule, options: { schema: 'Error' }, paths, webhooks: { done: refused } })).toEqual(
    [],
  );
});
