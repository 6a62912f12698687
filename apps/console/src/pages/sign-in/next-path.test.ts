import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test.each([
  ['?next=%2Fowners%2Fown_1%3Fmode%3Dtest', '/owners/own_1?mode=test'],
  ['', '/'],
  ['?next=https%3A%2F%2Fevil.example', '/'],
  ['?next=%2F%2Fevil.example', '/'],
  ['?next=%2F%5Cevil.example', '/'],
  ['?next=%2F.%2F%2Fevil.example', '/'],
  ['?next=%2Fowners%2F..%2F..%2F%2Fevil.example', '/'],
  ['?next=%2F%252e%252e%2F%2Fevil.example', '/'],
  ['?next=%2F%09%2Fevil.example', '/'],
  ['?next=.evil.example', '/'],
  ['?next=%3A80%40evil.example', '/'],
  ['?next=javascript%3Aalert(1)', '/'],
  ['?next=', '/'],
])('a sign-in at %s continues at %s', (search, path) => {
  expect(nextPath(search)).toBe(path);
});
