import { expect, test } from 'vitest';
import { listCallProblems } from './call-problems.ts';

const responses = { 204: { description: 'Done.' } };

test.each([
  ['get', { responses }, []],
  ['get', { responses, requestBody: {} }, ['unsendable-requests #/paths/~1a/get/requestBody']],
  ['head', { responses, requestBody: {} }, ['unsendable-requests #/paths/~1a/head/requestBody']],
  ['delete', { responses, requestBody: {} }, []],
  ['trace', { responses }, ['unsendable-requests #/paths/~1a/trace']],
  ['put', {}, ['no-responses #/paths/~1a/put']],
  ['post', { responses: { 'x-a': {} } }, ['no-responses #/paths/~1a/post']],
  ['get', { $ref: '#/components/x-operations/a' }, []],
  ['x-a', {}, []],
])('%s with %j: %j', (method, operation, expected) => {
  const problems = listCallProblems({ paths: { '/a': { [method]: operation } } });
  expect(problems.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(expected);
});
