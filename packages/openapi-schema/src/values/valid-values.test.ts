import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { validValues } from './valid-values.ts';

const INNER = {
  type: 'object',
  properties: { deep: { type: 'object', properties: { deeper: { const: 1 } } } },
};
const SCHEMA = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { oneOf: [{ const: 'a' }, { const: 'b' }] }, inner: INNER },
};

function listValues(isShort: boolean) {
  const { space, located } = createSubject(SCHEMA);
  return validValues(space, located, { seed: 1, limit: 10, isShort });
}

test('lists the smallest and the fullest value of each branch', () => {
  const inner = { deep: { deeper: 1 } };
  expect(listValues(false)).toEqual([
    { kind: 'a' },
    { kind: 'a', inner },
    { kind: 'b' },
    { kind: 'b', inner },
  ]);
});

test('keeps values short: optional members in the first one only, and near its root', () => {
  expect(listValues(true)).toEqual([{ kind: 'a' }, { kind: 'a', inner: { deep: {} } }, { kind: 'b' }]);
});

test('bounds the values of a recursive union, and still reaches each branch inside itself', () => {
  const leaf = { type: 'object', required: ['key'], properties: { key: { const: 'k' } } };
  const list = { type: 'array', items: { $ref: '#/components/schemas/Part' } };
  const { space, located } = createSubject(
    { type: 'object', properties: { all: list, any: list, none: list, one: list } },
    { others: { Part: { anyOf: [leaf, { $ref: '#/components/schemas/Subject' }] } } },
  );
  const texts = validValues(space, located, { seed: 1, limit: 20 }).map((value) => JSON.stringify(value));
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(500);
  expect(texts.some((text) => text.includes('"all":[{"all":[{"key":"k"}]'))).toBe(true);
});
