import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { listWrappers } from './wrappers.ts';

const conventions = new Conventions();

test.each([
  ['/stores/{id}', ['message', 'store'], ['store']],
  ['/api/todo-lists/{id}', ['todoList'], ['todoList']],
  ['/categories/{id}', ['ok', 'category'], ['category']],
  ['/stores/{id}', ['name', 'owner'], []],
  ['/{tenant}/users', ['tenant'], []],
  ['/stores', ['store', 'item', 'Result', 'data'], ['data', 'item', 'Result', 'store']],
])('the wrappers of %s among the members %j are %j', (path, names, expected) => {
  expect(listWrappers({ names, path, conventions })).toEqual(expected);
});
