import { type JsonValue, readModel, type Schema } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { drawInvalid, listVariants } from './variants.ts';

function prepare(schema: Schema) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const space = new SchemaSpace(new ExactValidators(readModel(document, 'a.json')), 'request');
  return { space, root: { schema, pointer: '#/components/schemas/A' }, random: createRandom(1) };
}

/** Lists the values that one keyword is tried with. */
function listTried(schema: Schema, value: JsonValue, keyword: string) {
  const { space, root, random } = prepare(schema);
  const variants = listVariants(space, root, { value, random }).filter((one) => one.keyword === keyword);
  const select = (isValid: boolean) =>
    variants.filter((one) => one.isValid === isValid).map((one) => one.value);
  return { valid: select(true), invalid: select(false) };
}

const anything: unknown = expect.anything();
const text = (length: number): unknown => expect.stringMatching(new RegExp(`^.{${length}}$`, 'u'));

interface Expected {
  valid: unknown[];
  invalid: unknown[];
}

const THING = { properties: { a: { type: 'string' } } };

test.each<[keyword: string, schema: Schema, value: JsonValue, tried: Expected]>([
  ['maximum', { type: 'integer', maximum: 9 }, 5, { valid: [9, 8], invalid: [10] }],
  ['minimum', { type: 'integer', minimum: 3 }, 5, { valid: [3, 4], invalid: [2] }],
  ['exclusiveMaximum', { type: 'integer', exclusiveMaximum: 9 }, 5, { valid: [8], invalid: [9] }],
  ['multipleOf', { type: 'integer', multipleOf: 5 }, 5, { valid: [], invalid: [6] }],
  ['maxLength', { type: 'string', maxLength: 3 }, 'ab', { valid: [text(3)], invalid: [text(4)] }],
  ['minLength', { type: 'string', minLength: 2 }, 'abc', { valid: [text(2)], invalid: [text(1)] }],
  ['type', { type: 'integer' }, 5, { valid: [2 ** 64, -(2 ** 64)], invalid: [null, '5', true, [], {}] }],
  ['type', { type: 'string' }, 'x', { valid: ['a\u0000b', 'a\u0001\u001b\u007f\u0085b'], invalid: [7] }],
  ['enum', { enum: ['a', 'b'] }, 'a', { valid: ['b'], invalid: [] }],
  [
    'maxItems',
    { type: 'array', maxItems: 2 },
    [1],
    { valid: [[1, anything]], invalid: [[1, anything, anything]] },
  ],
  ['required', { required: ['a'] }, { a: 'x' }, { valid: [], invalid: [{}] }],
  ['properties', THING, { a: 'x' }, { valid: [{}], invalid: [] }],
  [
    'additionalProperties',
    { ...THING, additionalProperties: false },
    {},
    { valid: [], invalid: [{ 'x-undeclared': 7 }] },
  ],
])('%s: %j leads from %j to %j', (keyword, schema, ...[value, { valid, invalid }]) => {
  const tried = listTried(schema, value, keyword);
  expect(tried).toEqual({
    valid: expect.arrayContaining(valid),
    invalid: expect.arrayContaining(invalid),
  });
});

test('replaces one part of a value, and names it', () => {
  const { space, root, random } = prepare({
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'integer', maximum: 9 } } },
  });
  const variants = listVariants(space, root, { value: { list: [1, 2] }, random });
  expect(variants.find(({ keyword, changed }) => keyword === 'maximum' && changed === 10)).toMatchObject({
    value: { list: [10, 2] },
    isValid: false,
    pointer: '#/components/schemas/A/properties/list/items/maximum',
    path: ['list', 0],
    limit: 9,
    isAddress: false,
  });
});

test('lists each value once, by its first keyword, and only for the keywords that are wanted', () => {
  const { space, root, random } = prepare({ type: 'integer', minimum: 1, maximum: 2 });
  const twos = listVariants(space, root, { value: 1, random }).filter(({ value }) => value === 2);
  expect(twos.map(({ keyword }) => keyword)).toEqual(['minimum']);
  const isWanted = ({ keyword }: { keyword: string }) => keyword === 'maximum';
  const wanted = listVariants(space, root, { value: 1, random, isWanted });
  expect([...new Set(wanted.map(({ keyword }) => keyword))]).toEqual(['maximum']);
});

test('draws an invalid value, and none where every value is valid', () => {
  const invalid = prepare({ type: 'integer', maximum: 9 });
  expect(
    invalid.space.accepts(
      invalid.root,
      drawInvalid(invalid.space, invalid.root, { value: 5, ...invalid }) ?? 5,
    ),
  ).toBe(false);
  const free = prepare({});
  expect(drawInvalid(free.space, free.root, { value: 5, random: free.random })).toBeUndefined();
});

const CONDITION: Schema = JSON.parse(`{
  "properties": { "kind": { "enum": ["card", "cash"] }, "number": { "const": 1 }, "till": { "const": 2 } },
  "required": ["kind"],
  "if": { "properties": { "kind": { "const": "card" } } },
  "then": { "required": ["number"] },
  "else": { "required": ["till"] }
}`);

test.each<[value: JsonValue, others: JsonValue[]]>([
  [
    { kind: 'card', number: 1 },
    [{ kind: 'card' }, { kind: 'cash', number: 1 }, { kind: 'cash', number: 1, till: 2 }],
  ],
  [
    { kind: 'cash', till: 2 },
    [{ kind: 'cash' }, { kind: 'card', till: 2 }, { kind: 'card', till: 2, number: 1 }],
  ],
])('tries a condition in both directions, with and without what it requires: %j', (value, others) => {
  const { space, root, random } = prepare(CONDITION);
  const values = listVariants(space, root, { value, random }).map((one) => one.value);
  expect(values).toEqual(expect.arrayContaining(others));
});
