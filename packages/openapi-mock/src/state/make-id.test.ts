import { expect, test } from 'vitest';
import { getChosenId, makeId, varyId } from './make-id.ts';

test.each([
  ['task_01jd3zq8m6v5t2x9c4b7n1k0ph', 7, 'task_01jd3zq8m6v5t2000008jaoe6v'],
  ['0b989ba4-242f-11e5-81e1-c7b6966d2516', 255, '0b989ba4-242f-11e5-81e1-009d9942374f'],
  ['42', 3, '03'],
  ['ORDER-9F', 36, 'ORDER-10'],
  ['a/', 1, 'a/1'],
])('an id like %s with the number %d is %s', (example, number, expected) => {
  expect(varyId(example, number)).toBe(expected);
});

test('ids that differ in one character from an id do not exist', () => {
  const ids = Array.from({ length: 500 }, (_, index) => varyId('task_01jd3zq8m6v5t2x9c4b7n1k0ph', index + 1));
  const countDifferences = (left: string, right: string) =>
    [...left].filter((character, index) => character !== right[index]).length;
  const [first = '', ...others] = ids;
  expect(Math.min(...others.map((other) => countDifferences(first, other)))).toBeGreaterThan(1);
});

test('ids never repeat, however short the example is', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => varyId('a1', index + 1));
  expect(new Set(ids).size).toBe(5_000);
});

test.each([
  ['an integer', { example: 10, accepts: (value: unknown) => Number.isInteger(value) }, 5],
  ['a text', { example: 'pet_1', accepts: (value: unknown) => typeof value === 'string' }, 'pet_5'],
  [
    'a UUID without example',
    { example: undefined, accepts: (value: unknown) => /^[0-9a-f]{8}-/.test(String(value)) },
    '00000000-0000-4000-8000-013272178805',
  ],
])('the id of %s follows its schema', (_, options, expected) => {
  expect(makeId({ ...options, number: 5, generated: [] })).toBe(expected);
});

test.each([
  [{ range: { least: 1, most: 10 } }, /^(?:\d|10)$/, 3],
  [{ example: 'abcd-pet' }, /^[a-z]{4}-pet$/, 'aaan-pet'],
  [{ example: '2026/AB' }, /^\d{4}\/AB$/, '0013/AB'],
  [{ generated: ['a'.repeat(24)] }, /^[a-f0-9]{24}$/, 'aaaaaaaaaaaa000808d12dfd'],
])('an id from %j is one that the path accepts', (options, pattern, expected) => {
  const accepts = (id: unknown) => pattern.test(String(id));
  expect(makeId({ example: undefined, generated: [], number: 13, accepts, ...options })).toBe(expected);
});

test.each([
  [[], { code: 'vat' }, 'vat'],
  [['tax'], { tax: { code: 'vat' } }, 'vat'],
  [['tax'], { code: 'vat' }, 'vat'],
  [[], { code: '' }, undefined],
  [['tax'], { tax: { name: 'vat' } }, undefined],
  [['tax'], undefined, undefined],
])('reads the id that a request chooses, inside of %j or not: %j', (path, body, expected) => {
  expect(getChosenId({ envelope: { path, idProperty: 'code' } }, body)).toBe(expected);
});
