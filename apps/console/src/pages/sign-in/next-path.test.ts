import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test.each([
  ['?next=%2Fowners%2Fown_1%3Fmode%3Dtest', '/owners/own_1?mode=test'],
  ['', '/'],
  ['?next=https%3A%2F%2Fevil.example', '/'],
  ['?next=%2F%2Fevil.example', '/'],
  ['?next=%2F%5Cevil.example', '/'],
])('after a sign-in at %s the way leads to %s', (search, path) => {
  expect(nextPath(search)).toBe(path);
});
