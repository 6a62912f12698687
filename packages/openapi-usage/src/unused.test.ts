import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ORDERS } from '../tests/orders.ts';
import { listUnused } from './unused.ts';
import type { Usage } from './usage.ts';

const ORDER = '#/components/schemas/Order/properties';

test('lists operations nobody calls, and members of called ones that nobody uses, deprecated ones first', () => {
  const usage: Usage = {
    usage: 1,
    consumer: 'web',
    document: { title: 'Orders', version: '1.0.0' },
    date: '2026-11-29',
    operations: { 'GET /orders/{id}': { calls: ['a.ts:1'] } },
    places: { [`${ORDER}/id`]: { reads: ['a.ts:2'] }, [`${ORDER}/lines`]: { whole: ['a.ts:3'] } },
  };
  const unused = listUnused(readModel(ORDERS, 'orders.json'), [usage]);
  expect(unused.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'member Order.weight',
    'parameter expand of GET /orders/{id}',
    'operation GET /orders',
    'member Order.parameters',
    'member Order.size',
    'operation POST /orders',
  ]);
});

test.each([
  [
    'by the day of deprecation first',
    { 'x-deprecated-since': '2026-01-02' },
    { 'x-deprecated-since': '2025-12-01' },
    ['size', 'weight'],
  ],
  ['then by the sunset', { 'x-sunset': '2026-12-31' }, { 'x-sunset': '2027-01-31' }, ['weight', 'size']],
  ['and those without a day last', {}, { 'x-deprecated-since': '2026-06-01' }, ['size', 'weight']],
])('deprecated parts are sorted %s', (...[, weight, size, names]) => {
  const document = structuredClone(ORDERS);
  const properties = { size: { deprecated: true, ...size }, weight: { deprecated: true, ...weight } };
  document.components = { schemas: { Order: { type: 'object', properties } } };
  const usage: Usage = {
    usage: 1,
    document: { title: 'Orders', version: '1.0.0' },
    date: '2026-11-29',
    operations: { 'GET /orders': { exchanges: 2 } },
    places: {},
  };
  const unused = listUnused(readModel(document, 'orders.json'), [usage]);
  expect(unused.filter(({ kind }) => kind === 'member').map(({ name }) => name)).toEqual(
    names.map((name) => `Order.${name}`),
  );
});
