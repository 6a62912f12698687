import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { Conventions, findRangeMember } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { createRangeTest, findBounds, toOrdinal } from './list-ranges.ts';

const conventions = new Conventions();

function find(
  parameter: JsonObject,
  { extension, schemas = {} }: { extension?: string; schemas?: JsonObject } = {},
) {
  const written = { ...parameter, ...(extension === undefined ? {} : { 'x-range': extension }) };
  const { operation, session } = readOperation([written], schemas);
  return findBounds(operation, session).map(({ stem, key, isLower, isInclusive }) => [
    key === undefined ? stem : `${stem}[${key}]`,
    isLower ? 'lower' : 'upper',
    isInclusive,
  ]);
}

const deepObject = (...keys: string[]) => ({
  name: 'price',
  style: 'deepObject',
  schema: { properties: Object.fromEntries(keys.map((key) => [key, {}])) },
});

test.each([
  [{ name: 'created_after' }, [['created', 'lower', undefined]]],
  [{ name: 'createdBefore' }, [['created', 'upper', undefined]]],
  [{ name: 'min_price' }, [['price', 'lower', true]]],
  [{ name: 'price_lt' }, [['price', 'upper', false]]],
  [{ name: 'price.gte' }, [['price', 'lower', true]]],
  [
    deepObject('gt', 'lte'),
    [
      ['price[gt]', 'lower', false],
      ['price[lte]', 'upper', true],
    ],
  ],
  [{ name: 'after' }, []],
  [{ name: 'name' }, []],
])('the parameter %j has the bounds %j', (parameter, bounds) => {
  expect(find(parameter)).toEqual(bounds);
});

test('finds the keys of an object behind a reference', () => {
  const schemas = { Price: { type: 'object', properties: { gt: {} } } };
  const parameter = { ...deepObject(), schema: { $ref: '#/components/schemas/Price' } };
  expect(find(parameter, { schemas })).toEqual([['price[gt]', 'lower', false]]);
});

test('the extension determines whether the bound belongs to the range, the description does not', () => {
  const parameter = { name: 'created_after', description: 'Exclusive.' };
  expect(find(parameter)).toEqual([['created', 'lower', undefined]]);
  expect(find(parameter, { extension: 'exclusive' })).toEqual([['created', 'lower', false]]);
  expect(find(parameter, { extension: 'inclusive' })).toEqual([['created', 'lower', true]]);
});

test.each([
  ['price', { price: 1, pricey: 2 }, 'price'],
  ['created', { createdAt: 'x', creator: 'y' }, 'createdAt'],
  ['created', { created_on: 'x' }, 'created_on'],
  ['created', { createdAt: 'x', created_date: 'y' }, undefined],
  ['size', { name: 'x' }, undefined],
])('the bound %s of items like %j refers to %s', (stem, item, property) => {
  expect(findRangeMember(stem, Object.keys(item), conventions)).toBe(property);
});

test.each([
  [5, 5],
  ['1970-01-01', 0],
  ['1970-01-01T00:00:01Z', 1_000],
  ['5', undefined],
  [null, undefined],
])('%j has the ordinal %s', (value, ordinal) => {
  expect(toOrdinal(value)).toBe(ordinal);
});

const RANGES: readonly (readonly [boolean, boolean | undefined, JsonValue, string])[] = [
  [true, true, 1, 'excluded'],
  [true, true, 2, 'included'],
  [true, false, 2, 'excluded'],
  [true, undefined, 2, 'either'],
  [true, true, 3, 'included'],
  [false, true, 3, 'excluded'],
  [false, false, 1, 'included'],
  [true, true, 'x', 'either'],
];

test.each(RANGES)('a range from 2 (lower: %s, inclusive: %s) has %j: %s', (...values) => {
  const [isLower, isInclusive, value, expected] = values;
  const { isExcluded, isIncluded } = createRangeTest({ isLower, isInclusive }, 2, 2);
  expect(isExcluded(value) ? 'excluded' : isIncluded(value) ? 'included' : 'either').toBe(expected);
});

test('a date covers the whole day', () => {
  const { isExcluded, isIncluded } = createRangeTest(
    { isLower: true, isInclusive: true },
    '2026-01-02',
    '2026-01-02T12:00:00Z',
  );
  const times = ['2026-01-01T23:00:00Z', '2026-01-02T01:00:00Z', '2026-01-03T01:00:00Z'];
  expect(times.map((time) => [isExcluded(time), isIncluded(time)])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});
