import { readModel } from '@keyframe/openapi-model';
import { describe, expect, test } from 'vitest';
import { ORDERS } from '../tests/orders.ts';
import { Consumers, describeImpact } from './consumers.ts';
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
  return consumers
    .find({ operations: ['POST /orders'], ...change })
    .hits.map(({ locations }) => locations.join());
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
    [
      'by a member with the name of a keyword',
      'response-type-changed',
      `${ORDER}/properties/parameters/type`,
      'cart.ts:50',
    ],
  ])('%s', (...[, rule, pointer, location]) => {
    const places = {
      [`${ORDER}/properties/size`]: { reads: ['cart.ts:41'] },
      [`${ORDER}/properties/lines`]: { whole: ['log.ts:7'] },
      [`${ORDER}/properties/parameters`]: { reads: ['cart.ts:50'] },
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

const READ = { rule: 'response-property-removed', operations: ['GET /orders'] };
const traffic = (consumer: string | undefined, places: Record<string, PlaceUse>): Usage => {
  const { consumer: _consumer, ...usage } = createUsage('', {
    operations: { 'GET /orders': { exchanges: 3000 } },
    places,
  });
  return consumer === undefined ? usage : { ...usage, consumer };
};
const code = createUsage('web', { places: { [`${ORDER}/properties/size`]: { reads: ['cart.ts:41'] } } });
const RECEIVED = {
  [`${ORDER}/properties/size`]: { received: 214 },
  [`${ORDER}/properties/weight`]: { received: 3000 },
};

test.each([
  [
    'size',
    [code, traffic(undefined, RECEIVED)],
    '`size` is read at cart.ts:41 (web) and in 214 of 3,000 recorded responses',
  ],
  [
    'size',
    [code, traffic('web', RECEIVED)],
    '`size` is read at cart.ts:41 (web) and in 214 of 3,000 recorded responses',
  ],
  [
    'size',
    [code, traffic('app', RECEIVED)],
    '`size` is read at cart.ts:41 (web) and in 214 of 3,000 recorded responses (app)',
  ],
  ['weight', [code], 'Nobody reads `weight`'],
  ['weight', [code, traffic('web', RECEIVED)], 'Nobody reads `weight`, which is in 3,000 recorded responses'],
  ['weight', [traffic(undefined, RECEIVED)], '`weight` is in 3,000 recorded responses'],
  ['weight', [traffic('app', RECEIVED)], '`weight` is in 3,000 recorded responses (app)'],
])('says of %s who reads it, and which responses have it', (name, usages, text) => {
  const change = { ...READ, pointer: `${ORDER}/properties/${name}` };
  expect(describeImpact(new Consumers(model, usages).find(change))).toBe(text);
});

test('names the first locations of a consumer, and the number of the others', () => {
  const places = { [`${DRAFT}/properties/size`]: { sends: ['a.ts:1', 'b.ts:2', 'c.ts:3', 'd.ts:4'] } };
  const change = {
    rule: 'request-type-changed',
    operations: ['POST /orders'],
    pointer: `${DRAFT}/properties/size`,
  };
  const impact = new Consumers(model, [createUsage('web', { places })]).find(change);
  expect(describeImpact(impact)).toBe('`size` is sent at a.ts:1, b.ts:2, c.ts:3 and 1 more (web)');
});

test('names those who call an operation, or its parameter', () => {
  const operations = { 'GET /orders/{id}': { calls: ['a.ts:1'] } };
  const consumers = new Consumers(model, [createUsage('web', { operations })]);
  const path = '#/paths/~1orders~1{id}';
  const change = { operations: ['GET /orders/{id}'], rule: 'operation-removed', pointer: `${path}/get` };
  expect(describeImpact(consumers.find(change))).toBe('It is called at a.ts:1 (web)');
  const parameter = { ...change, rule: 'parameter-removed', pointer: `${path}/get/parameters/1` };
  expect(describeImpact(consumers.find(parameter))).toBe('Nobody sends `expand`');
});
