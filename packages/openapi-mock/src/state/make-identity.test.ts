import { expect, test } from 'vitest';
import { makeIdentity } from './make-identity.ts';

test('makes other values for each number, with the type of the template', () => {
  const template = { id: 7, uuid: '1a901a90-1a90-4a90-8a90-1a901a901a90', name: 'x' };
  const make = (number: number) =>
    makeIdentity(template, ['id', 'uuid', 'key'], { number, accepts: () => true });
  const all = [1, 2, 3].map(make);
  expect(all.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(3);
  expect(Object.keys(make(1))).toEqual(['id', 'uuid']);
});
