import { expect, test } from 'vitest';
import { recordResponse } from './record-response.ts';

test.each([
  ['a text', 'a', []],
  ['no body', undefined, []],
  ['an object', { id: 'a', size: null }, ['/id', '/size']],
  ['items', [{ id: 'a' }, { id: 'b', size: 1 }], ['/*/id', '/*/size']],
  ['items of a member', { lines: [{ sku: 'a' }, { sku: 'b' }] }, ['/lines', '/lines/*/sku']],
  ['names with digits', { address2: 1, sha256: 1, x_1: 1 }, ['/address2', '/*', '/x_1']],
  ['names that may be data', { 'a@example.com': { name: 'a' }, '4711': { name: 'b' } }, ['/*', '/*/name']],
])('lists the members of %s', (_, body, members) => {
  expect(recordResponse({ operationId: 'get', status: 200 }, body, []).members).toEqual(members);
});

test('names the places of issues without their messages', () => {
  const issues = [{ where: 'body' as const, path: ['lines', 0, 'sku'], message: 'must be a string (got 1)' }];
  expect(recordResponse({ operationId: 'get', status: 200 }, {}, issues)).toEqual({
    operationId: 'get',
    status: 200,
    members: [],
    issues: [{ where: 'body', path: '/lines/*/sku' }],
  });
});
