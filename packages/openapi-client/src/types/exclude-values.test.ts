import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { excludeValues, NOTHING } from './exclude-values.ts';

test.each<[JsonObject, JsonValue | undefined, JsonObject]>([
  [{ type: 'string' }, undefined, { type: 'string' }],
  [{ type: 'string' }, false, { type: 'string' }],
  [{ type: 'string' }, true, NOTHING],
  [{ type: 'string' }, {}, NOTHING],
  [{ type: ['string', 'null'] }, { type: 'null' }, { type: 'string' }],
  [{ type: ['string', 'integer', 'null'] }, { type: 'number' }, { type: ['string', 'null'] }],
  [{ type: ['string', 'number'] }, { type: 'integer' }, { type: ['string', 'number'] }],
  [{ type: 'null' }, { type: 'null' }, NOTHING],
  [{}, { type: 'null' }, {}],
  [{ enum: ['a', 'b', 'c'] }, { const: 'b' }, { enum: ['a', 'c'] }],
  [{ enum: ['a', 'b', 'c'] }, { enum: ['a', 'b'] }, { enum: ['c'] }],
  [{ type: 'string' }, { const: 'b' }, { type: 'string' }],
  [{ type: 'object' }, { required: ['a'] }, { type: 'object', properties: { a: false } }],
  [{}, { required: ['a'] }, {}],
  [{ type: 'object' }, { required: ['a', 'b'] }, { type: 'object' }],
  [{ enum: ['a', 'b'] }, { enum: ['a'], minLength: 1 }, { enum: ['a', 'b'] }],
])('%j without %j is %j', (schema, not, expected) => {
  expect(excludeValues(schema, not)).toEqual(expected);
});
