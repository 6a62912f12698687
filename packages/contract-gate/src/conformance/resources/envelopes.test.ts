import { Conventions } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { findEnvelope, listEnvelopes } from './envelopes.ts';

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
])('the envelope of %s with the members %j is %s', (path, names, expected) => {
  expect(findEnvelope({ names, path, conventions, isObject: () => true })).toBe(expected);
});

test('a member that is no object is no envelope', () => {
  const members = { names: ['data', 'store'], path: '/stores/{id}', conventions };
  expect(findEnvelope({ ...members, isObject: (name) => name === 'store' })).toBe('store');
});

test('lists the members of the convention first, in its order', () => {
  const names = ['store', 'item', 'Result', 'data'];
  expect(listEnvelopes({ names, path: '/stores', conventions })).toEqual(['data', 'item', 'Result', 'store']);
});
