import { expect, test } from 'vitest';
import { findUnknownMembers } from './unknown-members.ts';

test('finds members of other versions of OpenAPI and misspelled ones, and leaves schemas and extensions alone', () => {
  const response = {
    description: '',
    sumary: '',
    content: { 'a/b': { schema: { odd: 1, type: 'string' }, 'x-a': 1 } },
  };
  const item = {
    query: {},
    additionalOperations: {},
    get: { operationId: 'a', consumes: [], responses: { 200: response, 'x-b': 1 } },
    'x-c': 1,
  };
  const paths = { '/a': item, '/b': { parameters: [{ $ref: '#/components/parameters/A', required: true }] } };
  const found = findUnknownMembers({ openapi: '3.1.1', paths });
  expect(found.map(({ pointer }) => pointer)).toEqual([
    '#/paths/~1a/query',
    '#/paths/~1a/additionalOperations',
    '#/paths/~1a/get/consumes',
    '#/paths/~1a/get/responses/200/sumary',
  ]);
  expect(found[0]?.message).toBe('OpenAPI 3.1 has no member "query" here.');
});
