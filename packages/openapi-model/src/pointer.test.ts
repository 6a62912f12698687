import { expect, test } from 'vitest';
import { appendPointer, parsePointer, valueAt } from './pointer.ts';

test.each([
  ['#', []],
  ['#/a/0', ['a', '0']],
  ['#/~1v1~1tasks/~0', ['/v1/tasks', '~']],
  ['#/a%20b/', ['a b', '']],
  ['#/paths/%2Ftasks%2F%7Bid%7D/get', ['paths', '/tasks/{id}', 'get']],
  ['#%2Fpaths%2Fa', undefined],
  ['#/paths%2Fa', ['paths', 'a']],
  ['a', undefined],
  ['#a', undefined],
  ['#/%', undefined],
])('%s is read as %j', (pointer, expected) => {
  expect(parsePointer(pointer)).toEqual(expected);
});

test('members are escaped on the way in', () => {
  expect(appendPointer('#', 'paths', '/v1/~', 0)).toBe('#/paths/~1v1~1~0/0');
});

const document = { a: [{ b: null }], '': { 'c/d': 1 } };

test.each([
  ['#', document],
  ['#/a/0/b', null],
  ['#//c~1d', 1],
  ['#/a/00', undefined],
  ['#/a/length', undefined],
  ['#/toString', undefined],
  ['#/a/0/b/c', undefined],
  ['elsewhere', undefined],
])('%s points at %j', (pointer, expected) => {
  expect(valueAt(document, pointer)).toEqual(expected);
});
