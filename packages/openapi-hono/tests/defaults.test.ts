import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from '../src/index.ts';
import { documentWith, importValidators } from './generate-into-folder.ts';

const FIVE = { type: 'integer', default: 5 };
const A_FIVE = { properties: { a: FIVE } };
// Written as text, because an object with a member `then` would be treated as a promise.
const WHEN_B = JSON.parse(`{"if": {"required": ["b"]}, "then": ${JSON.stringify(A_FIVE)}}`);
const IF_FIVE = JSON.parse(`{"if": ${JSON.stringify(A_FIVE)}, "then": true}`);

test.each([
  ['of its own', FIVE],
  ['of a part', { allOf: [FIVE] }],
  [
    'of a part of a part',
    { allOf: [{ type: 'integer' }, { allOf: [{ $ref: '#/components/schemas/Five' }] }] },
  ],
  ['of what it refers to', { $ref: '#/components/schemas/Five' }],
  ['that two parts agree on', { allOf: [{ $ref: '#/components/schemas/Five' }, { default: 5 }] }],
  ['of its own, before that of a part', { allOf: [{ default: 4 }], default: 5 }],
  ['of the only branch that has one', { oneOf: [{ type: 'string' }, FIVE] }],
  ['that its branches agree on', { anyOf: [{ type: 'string', default: 5 }, FIVE] }],
])('a member is filled in with the default %s', async (_name, member) => {
  const validators = await importValidators({ Five: FIVE, A: { type: 'object', properties: { a: member } } });
  expect(validators.A?.parse({})).toEqual({ a: 5 });
});

test.each([
  ['does not fit', { type: 'string', default: 5 }],
  ['differs from part to part', { allOf: [{ default: 4 }, { default: 5 }] }],
  [
    'differs from branch to branch',
    {
      oneOf: [
        { const: 4, default: 4 },
        { const: 5, default: 5 },
      ],
    },
  ],
])('a default that %s is not filled in', async (_name, member) => {
  const validators = await importValidators({ A: { type: 'object', properties: { a: member } } });
  expect(validators.A?.parse({})).toEqual({});
});

test.each([
  ['a part of allOf', { allOf: [A_FIVE] }, {}, { a: 5 }],
  ['then', WHEN_B, { b: 1 }, { b: 1, a: 5 }],
  ['then, where if does not hold', WHEN_B, {}, {}],
  ['else', { if: { required: ['b'] }, else: A_FIVE }, {}, { a: 5 }],
  ['if', IF_FIVE, {}, { a: 5 }],
  ['dependentSchemas', { dependentSchemas: { b: A_FIVE } }, { b: 1 }, { b: 1, a: 5 }],
  [
    'the branch that accepts',
    { oneOf: [{ required: ['b'], ...A_FIVE }, { required: ['c'] }] },
    { b: 1 },
    { b: 1, a: 5 },
  ],
  ['an item', { items: A_FIVE }, [{}, { a: 1 }], [{ a: 5 }, { a: 1 }]],
  ['one of the first items', { prefixItems: [true, A_FIVE] }, [{}, {}], [{}, { a: 5 }]],
  ['an additional member', { additionalProperties: A_FIVE }, { b: {} }, { b: { a: 5 } }],
  ['a member by pattern', { patternProperties: { '^b': A_FIVE } }, { b: {}, c: {} }, { b: { a: 5 }, c: {} }],
  [
    'a member that is left',
    { properties: { c: true }, unevaluatedProperties: A_FIVE },
    { b: {}, c: {} },
    { b: { a: 5 }, c: {} },
  ],
  ['members that a default omits', { properties: { b: { ...A_FIVE, default: {} } } }, {}, { b: { a: 5 } }],
  ['not, where nothing is filled in', { not: { not: A_FIVE } }, {}, {}],
  ['contains, where nothing is filled in', { contains: A_FIVE }, [{}], [{}]],
])('defaults are filled in in %s', async (_name, ...[schema, value, expected]) => {
  const before = structuredClone(value);
  const { A } = await importValidators({ A: schema });
  expect(A?.parse(value)).toEqual(expected);
  // `describe` makes a type that zod parses: it fills in the same.
  expect(A?.describe('by zod alone').parse(value)).toEqual(expected);
  expect(value).toEqual(before);
});

test('two parts of allOf that give a member different defaults: the first is filled in, and a warning says so', async () => {
  const four = { properties: { a: { default: 4 } } };
  const schemas = { Five: A_FIVE, A: { allOf: [four, { $ref: '#/components/schemas/Five' }] } };
  expect((await importValidators(schemas)).A?.parse({})).toEqual({ a: 4 });
  const warnings: string[] = [];
  generate(readModel(documentWith(schemas) as unknown as JsonValue, 'test.json'), {
    onWarning: ({ pointer, message }) => warnings.push(`${pointer} ${message}`),
  });
  expect(warnings).toEqual([
    '#/components/schemas/Five/properties/a Conflicting defaults for "a": another part of the schema sets 4, which is used.',
  ]);
});
