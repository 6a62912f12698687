// Names that every JavaScript object inherits are ordinary names in JSON. Ajv, and zod's own objects, find them in
// objects that do not hold them, so these expectations come from JSON Schema itself.
import { expect, test } from 'vitest';
import { all } from './all.ts';
import { z } from './builder.ts';
import { whenType } from './by-type.ts';
import {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  members,
  record,
  required,
} from './object-keywords.ts';

const OPEN = z.looseObject({});
const SCHEMAS = {
  required: all(OPEN, required('toString', 'constructor')),
  typed: whenType({
    object: all(OPEN, members(['__proto__', z.number()], ['toString', z.string()])),
  }),
  closed: all(
    OPEN,
    members(['valueOf', z.integer()]),
    additionalProperties(z.never(), { names: ['valueOf'] }),
  ),
  record: record(z.integer()),
  dependent: whenType({
    object: all(OPEN, dependentRequired({ toString: ['a'] }), dependentSchemas(['constructor', z.never()])),
  }),
};

test.each<[keyof typeof SCHEMAS, string, boolean]>([
  ['required', '{}', false],
  ['required', '{"toString":1,"constructor":1}', true],
  ['typed', '{}', true],
  ['typed', '{"toString":"a"}', true],
  ['typed', '{"toString":1}', false],
  ['typed', '{"__proto__":1}', true],
  ['typed', '{"__proto__":"a"}', false],
  ['closed', '{}', true],
  ['closed', '{"valueOf":1}', true],
  ['closed', '{"valueOf":"a"}', false],
  ['closed', '{"toString":1}', false],
  ['record', '{"__proto__":1,"a":2}', true],
  ['record', '{"__proto__":"a"}', false],
  ['dependent', '{}', true],
  ['dependent', '{"toString":1}', false],
  ['dependent', '{"constructor":1}', false],
])('%s accepts %s: %s', (name, text, expected) => {
  expect(SCHEMAS[name].safeParse(JSON.parse(text)).success).toBe(expected);
});

test('parsing never changes a prototype', () => {
  const value = SCHEMAS.typed.parse(JSON.parse('{"__proto__":1}'));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
