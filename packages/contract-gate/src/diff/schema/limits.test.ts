import { readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { listAcceptedTypes, listConstants, listTypes, numberBound } from './limits.ts';
import { createShape } from './shape.ts';

function shape(schema: Schema) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  return createShape(readModel(document, 'a.json'), { schema, pointer: '#/components/schemas/A' });
}

const ALL = ['null', 'boolean', 'object', 'array', 'string', 'number'];

test.each<[Schema, string[]]>([
  [{}, ALL],
  [{ type: 'string' }, ['string']],
  [{ type: ['string', 'null'] }, ['string', 'null']],
  [{ allOf: [{ type: ['string', 'null'] }, { type: ['string', 'array'] }] }, ['string']],
  [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, ['integer']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['string', 'null']],
  [{ enum: ['a', 1] }, ['string', 'number']],
  [{ type: 'integer', enum: [1, 'a'] }, ['integer']],
])('the types of %j are %j', (schema, types) => {
  expect([...listTypes(shape(schema))].toSorted()).toEqual(types.toSorted());
});

const STRING: Schema = { type: 'string' };
const INTEGER: Schema = { type: 'integer' };
test.each<[Schema, string[]]>([
  [{ oneOf: [STRING, INTEGER] }, ['string', 'integer']],
  [{ type: ['string', 'null'], oneOf: [STRING, INTEGER] }, ['string']],
  [{ anyOf: [STRING, INTEGER, { type: 'null' }] }, ['string', 'integer', 'null']],
  [{ anyOf: [{ oneOf: [STRING, INTEGER] }, { type: 'null' }] }, ['string', 'integer', 'null']],
  [{ anyOf: [STRING, { anyOf: [INTEGER, { $ref: '#/components/schemas/A' }] }] }, ALL],
  [{ oneOf: [STRING, false] }, ['string']],
])('the types of %j, alternatives included, are %j', (schema, types) => {
  expect([...listAcceptedTypes(shape(schema))].toSorted()).toEqual(types.toSorted());
});

test.each<[Schema, unknown]>([
  [{}, undefined],
  [{ enum: ['a', 'b'] }, ['a', 'b']],
  [{ const: 1 }, [1]],
  [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, ['b']],
  [{ enum: ['a', 1], type: 'string' }, ['a']],
  [{ anyOf: [{ enum: ['a'] }, { type: 'null' }] }, ['a', null]],
])('the constants of %j are %j', (schema, values) => {
  expect(listConstants(shape(schema))).toEqual(values);
});

test.each<[Schema, 'minimum' | 'maximum', unknown]>([
  [{ type: 'number' }, 'minimum', undefined],
  [{ type: 'number', minimum: 1.5 }, 'minimum', { value: 1.5, isExclusive: false }],
  [{ type: 'number', exclusiveMaximum: 2 }, 'maximum', { value: 2, isExclusive: true }],
  [{ type: 'number', maximum: 2, exclusiveMaximum: 2 }, 'maximum', { value: 2, isExclusive: true }],
  [{ type: 'number', minimum: 3, exclusiveMinimum: 2 }, 'minimum', { value: 3, isExclusive: false }],
  [{ allOf: [{ minimum: 1 }, { minimum: 4 }] }, 'minimum', { value: 4, isExclusive: false }],
  [{ type: 'integer', minimum: 1.5 }, 'minimum', { value: 2, isExclusive: false }],
  [{ type: 'integer', exclusiveMinimum: 1 }, 'minimum', { value: 2, isExclusive: false }],
  [{ type: 'integer', maximum: 1.5 }, 'maximum', { value: 1, isExclusive: false }],
  [{ type: 'integer', exclusiveMaximum: 3 }, 'maximum', { value: 2, isExclusive: false }],
])('the bound of %j, its %s, is %j', (schema, end, bound) => {
  expect(numberBound(shape(schema), end)).toEqual(bound);
});
