import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { findUnsatisfiable } from './unsatisfiable-schemas.ts';

function find(schema: JsonObject): string[] {
  const schemas: JsonObject = { A: schema, Text: { type: 'string' }, Object: { type: 'object' } };
  const model = readModel(
    { openapi: '3.1.1', info: { title: '', version: '' }, components: { schemas } },
    'a',
  );
  return findUnsatisfiable(model).map(({ pointer, message }) => `${pointer} ${message}`);
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test.each<[JsonObject, string]>([
  [{ allOf: [reference('Text'), reference('Object')] }, 'its parts require different types'],
  [{ type: 'integer', allOf: [reference('Text')] }, 'its parts require different types'],
  [{ type: 'object', oneOf: [reference('Text')] }, 'its parts require different types'],
  [{ type: 'integer', enum: ['1', '2'] }, 'its other keywords exclude every value of "enum" or "const"'],
  [{ const: 'a', enum: ['b'] }, 'its other keywords exclude every value of "enum" or "const"'],
  [{ type: 'string', minLength: 5, maxLength: 2 }, '"minLength" (5) is greater than "maxLength" (2)'],
  [{ type: 'integer', minimum: 5, maximum: 2 }, '"minimum" (5) is greater than "maximum" (2)'],
  [{ type: 'array', minItems: 3, maxItems: 2 }, '"minItems" (3) is greater than "maxItems" (2)'],
  [
    { type: 'object', minProperties: 3, maxProperties: 2 },
    '"minProperties" (3) is greater than "maxProperties" (2)',
  ],
])('no value satisfies %j', (schema, reason) => {
  expect(find(schema)).toEqual([`#/components/schemas/A No value satisfies the schema: ${reason}.`]);
});

test('reports the schema inside only', () => {
  const inner = { allOf: [reference('Text'), reference('Object')] };
  expect(find({ allOf: [inner] })).toEqual([
    '#/components/schemas/A/allOf/0 No value satisfies the schema: its parts require different types.',
  ]);
});

test.each<JsonObject>([
  { not: {} },
  { minLength: 5, maxLength: 2 },
  { type: ['string', 'null'], minLength: 5, maxLength: 2 },
  { type: ['object', 'null'], allOf: [reference('Object')] },
  { type: 'number', allOf: [{ type: 'integer' }] },
])('a value satisfies %j, or none shall', (schema) => {
  expect(find(schema)).toEqual([]);
});
