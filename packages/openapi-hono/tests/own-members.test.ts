// Names that every JavaScript object inherits are ordinary names in JSON. Ajv, and zod's own objects, find them in
// objects that do not hold them, so these expectations come from JSON Schema itself.
import { expect, test } from 'vitest';
import { importValidators } from './generate-into-folder.ts';

const validators = await importValidators({
  Required: { type: 'object', required: ['toString', 'constructor'] },
  Typed: JSON.parse('{"properties":{"__proto__":{"type":"number"},"toString":{"type":"string"}}}'),
  Closed: { type: 'object', properties: { valueOf: { type: 'integer' } }, additionalProperties: false },
  Rest: { type: 'object', additionalProperties: { type: 'integer' } },
  Dependent: { dependentRequired: { toString: ['a'] }, dependentSchemas: { constructor: false } },
  Halved: { type: 'number', multipleOf: 2 },
});

test.each([
  ['Required', '{}', false],
  ['Required', '{"toString":1,"constructor":1}', true],
  ['Typed', '{}', true],
  ['Typed', '{"toString":"a"}', true],
  ['Typed', '{"toString":1}', false],
  ['Typed', '{"__proto__":1}', true],
  ['Typed', '{"__proto__":"a"}', false],
  ['Closed', '{}', true],
  ['Closed', '{"valueOf":1}', true],
  ['Closed', '{"valueOf":"a"}', false],
  ['Closed', '{"toString":1}', false],
  ['Rest', '{"__proto__":1,"a":2}', true],
  ['Rest', '{"__proto__":"a"}', false],
  ['Dependent', '{}', true],
  ['Dependent', '{"toString":1}', false],
  ['Dependent', '{"constructor":1}', false],
  ['Halved', '-1e308', true],
  ['Halved', '1e-308', false],
])('%s of %s: %s', (name, text, expected) => {
  expect(validators[name]?.safeParse(JSON.parse(text)).success).toBe(expected);
});

test('parsing never changes a prototype', () => {
  const value = validators.Typed?.parse(JSON.parse('{"__proto__":1}'));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
