import type { JsonValue, Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createOrigin } from '../../../tests/schema-origin.ts';
import { describesMembers, UNDECLARED } from './undeclared.ts';

const CARD: Schema = { type: 'object', properties: { size: { type: 'integer' } } };

test.each<[Schema, JsonValue, boolean]>([
  [{ type: 'string' }, 'text', true],
  [CARD, { size: 1 }, true],
  [CARD, {}, true],
  [CARD, { size: 1, other: 2 }, false],
  [CARD, { [UNDECLARED]: UNDECLARED }, true],
  [CARD, { [UNDECLARED]: 1 }, false],
  [{ type: 'object' }, { other: 1 }, true],
  [{ ...CARD, additionalProperties: true }, { other: 1 }, false],
  [{ ...CARD, additionalProperties: { type: 'integer' } }, { other: 1 }, true],
  [{ ...CARD, unevaluatedProperties: CARD }, { other: { size: 1 } }, true],
  [{ ...CARD, unevaluatedProperties: CARD }, { other: { length: 1 } }, false],
  [{ patternProperties: { '^a': CARD } }, { ab: { size: 1 } }, true],
  [{ patternProperties: { '^a': CARD } }, { b: 1 }, false],
  [{ type: 'array', items: CARD }, [{ size: 1 }, { other: 1 }], false],
  [{ type: 'array', items: CARD }, [{ size: 1 }], true],
  [{ ...CARD, oneOf: [{ properties: { a: true }, required: ['a'] }, {}] }, { a: 1 }, true],
  [
    { ...CARD, oneOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { required: ['b'] }] },
    { a: 1 },
    false,
  ],
  [{ ...CARD, allOf: [{ properties: { a: true } }] }, { a: 1, size: 2 }, true],
  [{ ...CARD, dependentSchemas: { size: { properties: { a: true } } } }, { a: 1, size: 2 }, true],
])('%j describes all members of %j: %s', (schema, value, expected) => {
  const { source, located } = createOrigin(schema);
  expect(describesMembers(source, [located], value)).toBe(expected);
});
