import type { JsonValue, Parameter } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { Conventions } from '../conventions.ts';
import { findOrders, isOutOfOrder } from './list-orders.ts';

function find(name: string, values: readonly JsonValue[]) {
  const parameter = { name, location: 'query', schema: { schema: { enum: [...values] }, pointer: '#' } };
  const found = findOrders({ parameters: [parameter as unknown as Parameter] }, new Conventions());
  return found?.orders.map(
    ({ name: property, isDescending }) => `${property} ${isDescending ? 'desc' : 'asc'}`,
  );
}

test.each([
  ['sort', ['name', '-name'], ['name asc', 'name desc']],
  ['order_by', ['created_at:asc', 'created_at:desc'], ['created_at asc', 'created_at desc']],
  ['sortBy', ['+size', '-size'], ['size asc', 'size desc']],
  ['ordering', ['name', 'size'], []],
  ['sort', ['price desc', 'price ascending'], ['price desc', 'price asc']],
  ['filter', ['name', '-name'], undefined],
] as const)('the parameter %s with %j has the orders %j', (name, values, orders) => {
  expect(find(name, values)).toEqual(orders);
});

test.each([
  [1, 2, false, false],
  [2, 1, false, true],
  [2, 1, true, false],
  [1, 1, false, false],
  ['a', 'b', false, false],
  ['b', 'a', false, true],
  // Code units and languages disagree.
  ['a', 'B', false, false],
  ['item 10', 'item 9', false, false],
  [null, 1, false, false],
])('%j before %j with isDescending %s is out of order: %s', (...values) => {
  const [previous, value, isDescending, expected] = values;
  expect(isOutOfOrder({ n: previous }, { n: value }, { name: 'n', isDescending })).toBe(expected);
});
