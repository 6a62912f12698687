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
    'member Order.size',
    'operation POST /orders',
  ]);
});
