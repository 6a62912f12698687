import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { createHostSchema } from './host-schema.ts';

const model = readModel({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} }, 'a.yaml');
const graph = new SchemaGraph(model, { direction: 'request' });

function convert(schema: JsonObject, depth = 3): JsonObject {
  return createHostSchema(graph.node({ schema, pointer: '#' }), { direction: 'request', depth });
}

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };

test.each<[JsonObject, JsonObject]>([
  [
    { type: 'array', items: TEXT },
    { type: 'array', items: TEXT },
  ],
  [{ type: 'array', prefixItems: [NUMBER, NUMBER], items: TEXT }, { type: 'array' }],
  [
    { type: 'object', properties: { a: NUMBER }, additionalProperties: TEXT },
    { type: 'object', properties: { a: NUMBER }, additionalProperties: TEXT },
  ],
  [{ type: 'object', patternProperties: { '^x-': NUMBER }, additionalProperties: TEXT }, { type: 'object' }],
  [{ type: 'object', patternProperties: { '^x-': NUMBER }, additionalProperties: false }, { type: 'object' }],
])('a host accepts at least what %j accepts: %j', (schema, converted) => {
  expect(convert(schema)).toEqual(converted);
});

test('other members are not restricted where members are not listed', () => {
  const { additionalProperties } = convert({ properties: { 'a b': NUMBER }, additionalProperties: TEXT });
  expect(additionalProperties).toBeUndefined();
  expect(convert({ properties: { a: NUMBER }, additionalProperties: TEXT }, 0)).toEqual({ properties: {} });
  expect(convert({ additionalProperties: TEXT }, 0)).toEqual({ additionalProperties: TEXT });
});
