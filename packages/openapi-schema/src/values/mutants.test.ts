import { expect, test } from 'vitest';
import { collectNames, collectValues, createMutants } from './mutants.ts';

test('the same seed makes the same mutants, another one makes others', () => {
  const make = (seed: number) => createMutants([{ a: 1, b: ['x'] }], { count: 50, seed });
  expect(make(1)).toEqual(make(1));
  expect(make(1)).not.toEqual(make(2));
});

test('the seeds themselves are left as they are', () => {
  const seeds = [{ a: [1, { b: 'x' }] }];
  createMutants(seeds, { count: 200, seed: 1 });
  expect(seeds).toEqual([{ a: [1, { b: 'x' }] }]);
});

test('the values of a schema are its constants, and its bounds with their neighbours', () => {
  expect(collectValues({ minimum: 4, enum: ['a'] })).toEqual([4, 5, 3, 'a']);
});

test('the names of a schema are those of its properties, at any depth', () => {
  const inner = { properties: { b: true, type: { type: 'string' } } };
  expect(collectNames({ allOf: [{ properties: { a: inner } }] })).toEqual(['a', 'b', 'type']);
});
