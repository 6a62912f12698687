import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { ORDERS } from '../../tests/orders.ts';
import { Recorder } from './recorder.ts';

const model = readModel(ORDERS, 'orders.json');
const validators = new ExactValidators(model);
const ORDER = '#/components/schemas/Order/properties';

function record(
  operationId: string,
  { parameters = {}, bodies }: { parameters?: Record<string, JsonValue>; bodies: readonly JsonValue[] },
) {
  const recorder = new Recorder((direction) => new SchemaSpace(validators, direction));
  const operation = model.operations.find((candidate) => candidate.operationId === operationId);
  const [response] = operation?.responses ?? [];
  const schema = response?.content[0]?.schema;
  if (!operation || !schema) throw new Error(`No ${operationId}.`);
  for (const value of bodies) {
    recorder.add({
      operation,
      parameters: new Map(Object.entries(parameters)),
      requestBodies: [],
      status: Number(response.status),
      responseBodies: [{ schema, value }],
    });
  }
  return recorder.toUses();
}

test('counts the responses that have a member, once for a list, and keeps constants of the document only', () => {
  const { operations, places } = record('listOrders', {
    bodies: [
      [
        { id: 'secret', size: 's', lines: [{ sku: 'secret' }] },
        { id: 'secret', size: 'm', lines: [{ sku: 'secret', count: 2 }] },
      ],
      [{ id: 'secret', size: 's', lines: [] }],
    ],
  });
  expect(operations).toEqual({ 'GET /orders': { exchanges: 2, statuses: { 200: 2 } } });
  expect(places).toEqual({
    [`${ORDER}/id`]: { received: 2 },
    [`${ORDER}/size`]: { received: 2, values: ['s', 'm'] },
    [`${ORDER}/lines`]: { received: 2 },
    [`${ORDER}/lines/items/properties/sku`]: { received: 1 },
    [`${ORDER}/lines/items/properties/count`]: { received: 1 },
  });
});

test('counts parameters, and forgets the constants of a place that had another value', () => {
  const bodies = [
    { id: 'a', size: 's', lines: [] },
    { id: 'a', size: 'secret', lines: [] },
  ];
  const { places } = record('getOrder', { bodies, parameters: { 'path:id': 'a', 'query:expand': 'lines' } });
  const parameters = '#/paths/~1orders~1{id}/get/parameters';
  expect(places).toMatchObject({
    [`${parameters}/0`]: { sent: 2 },
    [`${parameters}/1`]: { sent: 2, values: ['lines'] },
    [`${ORDER}/size`]: { received: 2 },
  });
  expect(places[`${ORDER}/size`]).not.toHaveProperty('values');
});
