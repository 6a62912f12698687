import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { findWrapper, listWrappers } from './unwrap-resource.ts';

const conventions = new Conventions();

test.each([
  ['/stores/{id}', ['message', 'store'], 'store'],
  ['/api/todo-lists/{id}', ['todoList'], 'todoList'],
  ['/categories/{id}', ['ok', 'category'], 'category'],
  ['/stores/{id}', ['store', 'data'], 'data'],
  ['/stores/{id}', ['id', 'data'], 'data'],
  ['/stores/{id}', ['id', 'store'], undefined],
  ['/stores/{id}', ['name', 'owner'], undefined],
  ['/stores/{store}', ['a', 'b', 'c', 'store'], undefined],
  ['/{tenant}/users', ['tenant'], undefined],
])('the wrapper of %s with the members %j is %s', (path, names, expected) => {
  expect(findWrapper({ names, path, conventions, isObject: () => true })).toBe(expected);
});

test('a member that is no object is no wrapper', () => {
  const members = { names: ['data', 'store'], path: '/stores/{id}', conventions };
  expect(findWrapper({ ...members, isObject: (name) => name === 'store' })).toBe('store');
});

test('lists the members of the convention first, in its order', () => {
  const names = ['store', 'item', 'Result', 'data'];
  expect(listWrappers({ names, path: '/stores', conventions })).toEqual(['data', 'item', 'Result', 'store']);
});
