import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { findOrders, findOutOfOrder, formatOrder } from './list-orders.ts';

function find(enums: Readonly<Record<string, readonly JsonValue[]>>) {
  const written = Object.entries(enums).map(([name, values]) => ({ name, schema: { enum: [...values] } }));
  const { operation, session } = readOperation(written);
  return findOrders(operation, session).map(
    (order) => `${formatOrder(order)}: ${order.name ?? '-'} ${order.direction}`,
  );
}

test('finds the orders of an enum behind a reference or in a branch', () => {
  const [name, schemas] = ['sort', { Order: { type: 'string', enum: ['name', '-name'] } }];
  const reference = { $ref: '#/components/schemas/Order' };
  const orders = [reference, { anyOf: [reference, { type: 'null' }] }].map((schema) => {
    const { operation, session } = readOperation([{ name, schema }], schemas);
    return findOrders(operation, session).map(formatOrder);
  });
  expect(orders).toEqual([
    ['sort=name', 'sort=-name'],
    ['sort=name', 'sort=-name'],
  ]);
});

test.each([
  [{ sort: ['name', '-name'] }, ['sort=name: name ascending', 'sort=-name: name descending']],
  [
    { order_by: ['created_at:asc', 'created_at:desc'] },
    ['order_by=created_at:asc: created_at ascending', 'order_by=created_at:desc: created_at descending'],
  ],
  [{ sortBy: ['+size', '-size'] }, ['sortBy=+size: size ascending', 'sortBy=-size: size descending']],
  [{ ordering: ['name', 'size'] }, ['ordering=name: name either', 'ordering=size: size either']],
  [
    { sort: ['price desc', 'price ascending'] },
    ['sort=price desc: price descending', 'sort=price ascending: price ascending'],
  ],
  [{ filter: ['name', '-name'] }, []],
  [{ order: ['asc', 'desc'] }, ['order=asc: - ascending', 'order=desc: - descending']],
  [
    { sort: ['name'], direction: ['asc', 'desc'] },
    ['sort=name, direction=asc: name ascending', 'sort=name, direction=desc: name descending'],
  ],
] as const)('the parameters %j have the orders %j', (enums, orders) => {
  expect(find(enums)).toEqual(orders);
});

test.each([
  [[1, 2], 'ascending', -1],
  [[2, 1], 'ascending', 1],
  [[2, 1], 'descending', -1],
  [[1, 1], 'ascending', -1],
  [['a', 'b'], 'ascending', -1],
  [['b', 'a'], 'ascending', 1],
  // Code units and languages disagree.
  [['a', 'B'], 'ascending', -1],
  [['item 10', 'item 9'], 'ascending', -1],
  [[null, 1], 'ascending', -1],
  [[1, 2, 2, 3], 'either', -1],
  [[3, 2, 2, 1], 'either', -1],
  [[1, 2, 1], 'either', 2],
] as const)(
  'items with %j in the order %s: item %i is the first out of order',
  (values, direction, expected) => {
    const items = values.map((n) => ({ n }));
    expect(findOutOfOrder(items, { name: 'n', direction })).toBe(expected);
  },
);
