import { readModel } from '@keyframe/openapi-model';
import { describe, expect, test } from 'vitest';
import { ORDERS } from '../tests/orders.ts';
import { Consumers, describeHits } from './consumers.ts';
import type { PlaceUse, Usage } from './usage.ts';

const model = readModel(ORDERS, 'orders.json');
const ORDER = '#/components/schemas/Order';
const DRAFT = '#/paths/~1orders/post/requestBody/content/application~1json/schema';

function createUsage(consumer: string, uses: Partial<Pick<Usage, 'operations' | 'places'>>): Usage {
  const document = { title: 'Orders', version: '1.0.0' };
  return { usage: 1, consumer, document, date: '2026-11-29', operations: {}, places: {}, ...uses };
}

function listHits(
  change: { rule: string; pointer: string; witness?: unknown },
  places: Record<string, PlaceUse>,
) {
  const operations = { 'POST /orders': { calls: ['pay.ts:3'] } };
  const consumers = new Consumers(model, [createUsage('web', { operations, places })]);
  return consumers.list({ operations: ['POST /orders'], ...change }).map(({ locations }) => locations.join());
}

describe('a consumer is hit', () => {
  test.each([
    ['by a member that it reads', 'response-property-removed', `${ORDER}/properties/size`, 'cart.ts:41'],
    [
      'by what is below a member that it hands on',
      'response-type-changed',
      `${ORDER}/properties/lines/items/properties/count`,
      'log.ts:7',
    ],
    ['by a member that it sends', 'request-max-length-decreased', `${DRAFT}/properties/size`, 'pay.ts:4'],
    [
      'by a member that is asked for now',
      'request-required-property-added',
      `${DRAFT}/properties/color`,
      'pay.ts:3',
    ],
    ['by an operation that is gone', 'operation-removed', '#/paths/~1orders/post', 'pay.ts:3'],
  ])('%s', (...[, rule, pointer, location]) => {
    const places = {
      [`${ORDER}/properties/size`]: { reads: ['cart.ts:41'] },
      [`${ORDER}/properties/lines`]: { whole: ['log.ts:7'] },
      [`${DRAFT}/properties/size`]: { sends: ['pay.ts:4'] },
    };
    expect(listHits({ rule, pointer }, places)).toEqual([location]);
  });

  test.each([
    ['by a member that it does not read', 'response-property-removed', `${ORDER}/properties/weight`],
    [
      'by a member of which it reads only what contains it',
      'response-type-changed',
      `${ORDER}/properties/lines/items/properties/count`,
    ],
    ['in what it reads by a change of what it sends', 'request-type-changed', `${ORDER}/properties/size`],
  ])('but not %s', (_, rule, pointer) => {
    const places = {
      [`${ORDER}/properties/size`]: { reads: ['a.ts:1'] },
      [`${ORDER}/properties/lines`]: { reads: ['a.ts:2'] },
    };
    expect(listHits({ rule, pointer }, places)).toEqual([]);
  });

  test('by the loss of a constant only if it sends that one', () => {
    const pointer = `${DRAFT}/properties/size`;
    const places = { [pointer]: { sends: ['pay.ts:4'], values: ['m'] } };
    const rule = 'request-enum-value-removed';
    expect(listHits({ rule, pointer, witness: 'l' }, places)).toEqual([]);
    expect(listHits({ rule, pointer, witness: 'm' }, places)).toEqual(['pay.ts:4']);
  });
});

test('says where each consumer uses it, and in how many exchanges', () => {
  const text = describeHits([
    { consumer: 'web', locations: ['a.ts:1', 'b.ts:2', 'c.ts:3', 'd.ts:4'], recorded: 0, exchanges: 0 },
    { consumer: 'app', locations: [], recorded: 214, exchanges: 3000 },
  ]);
  expect(text).toBe(
    'used at a.ts:1, b.ts:2, c.ts:3 and 1 more (web); used in 214 of 3,000 recorded exchanges (app)',
  );
  expect(describeHits([])).toBe('no consumer uses it');
});
