import { type JsonValue, readModel, type Schema } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { explain, explainAll } from './explain.ts';

const COMPONENTS = {
  Name: { type: 'string', maxLength: 3 },
  Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { maximum: 9 } } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
};
const CONDITIONAL = JSON.parse('{ "if": { "minimum": 10 }, "then": { "multipleOf": 5 } }');
const ref = (name: keyof typeof COMPONENTS) => ({ $ref: `#/components/schemas/${name}` });

function prepare(schema: Schema) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { ...COMPONENTS, A: schema } },
  };
  const space = new SchemaSpace(new ExactValidators(readModel(document, 'a.json')), 'request');
  return { space, root: { schema, pointer: '#/components/schemas/A' } };
}

// The value is named by its path, the keyword by its pointer below the schema.
test.each<[schema: Schema, value: JsonValue, pointer: string, path: string, expected: string]>([
  [{ maxLength: 2 }, 'abc', '/maxLength', '', 'maxLength: 2'],
  [{ type: 'integer', minimum: 5 }, 1, '/minimum', '', 'minimum: 5'],
  [{ type: ['string', 'null'] }, 1, '/type', '', 'type: ["string","null"]'],
  [{ required: ['a', 'b'] }, { a: 1 }, '/required', '', 'the member "b"'],
  [
    { properties: { a: { items: { minimum: 1 } } } },
    { a: [2, 0] },
    '/properties/a/items/minimum',
    'a.1',
    'minimum: 1',
  ],
  [
    { properties: { a: ref('Name') } },
    { a: 'long' },
    '#/components/schemas/Name/maxLength',
    'a',
    'maxLength: 3',
  ],
  [{ allOf: [{ minLength: 1 }, { maxLength: 2 }] }, 'abc', '/allOf/1/maxLength', '', 'maxLength: 2'],
  [
    { properties: { a: true }, additionalProperties: false },
    { b: 1 },
    '/additionalProperties',
    'b',
    'no value',
  ],
  [CONDITIONAL, 11, '/then/multipleOf', '', 'multipleOf: 5'],
  [{ if: { minimum: 10 }, else: { maximum: 3 } }, 4, '/else/maximum', '', 'maximum: 3'],
  [{ contains: { const: 1 }, minContains: 2 }, [1], '/contains', '', 'contains: {"const":1}'],
  [{ not: { const: 1 } }, 1, '/not', '', 'not: {"const":1}'],
  [
    { anyOf: [{ maxProperties: 0 }, { properties: { a: { minimum: 5 } } }] },
    { a: 1 },
    '/anyOf/1/properties/a/minimum',
    'a',
    'minimum: 5',
  ],
  [{ anyOf: [{ const: 1 }, { minimum: 5 }] }, 3, '/anyOf/1/minimum', '', 'minimum: 5'],
  [
    { oneOf: [ref('Cat'), ref('Dog')] },
    { kind: 'cat', lives: 10 },
    '#/components/schemas/Cat/properties/lives/maximum',
    'lives',
    'maximum: 9',
  ],
  [
    { oneOf: [ref('Dog'), { properties: { kind: { const: 'cow' }, milk: { type: 'number' } } }] },
    { kind: 'cow', milk: true },
    '/oneOf/1/properties/milk/type',
    'milk',
    'type: "number"',
  ],
  [{ oneOf: [{ minimum: 1 }, { maximum: 9 }] }, 5, '/oneOf', '', 'oneOf: 1 matching branch, not 2'],
  [
    {
      properties: { a: { oneOf: [{ type: 'null' }, { oneOf: [{ type: 'integer' }, { type: 'number' }] }] } },
    },
    { a: 7 },
    '/properties/a/oneOf/1/oneOf',
    'a',
    'oneOf: 1 matching branch, not 2',
  ],
  [
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    '/unevaluatedProperties',
    '',
    'unevaluatedProperties: false',
  ],
  [false, 1, '', '', 'no value'],
  [{ const: 'x'.repeat(200) }, 'y', '/const', '', `const: "${'x'.repeat(119)}…`],
])('%j refuses %j by %s at "%s"', (schema, value, ...expectation) => {
  const [pointer, path, expected] = expectation;
  const { space, root } = prepare(schema);
  const found = explain(space, root, value);
  expect(found).toMatchObject({ path: path === '' ? [] : path.split('.').map(parseStep), expected });
  expect(found.pointer).toBe(pointer.startsWith('#') ? pointer : `${root.pointer}${pointer}`);
});

function parseStep(step: string): number | string {
  return /^\d+$/.test(step) ? Number(step) : step;
}

test('all keywords that reject a value are found, those beside rejected members too', () => {
  const item = {
    required: ['sku', 'at'],
    properties: { at: { type: 'string' }, sizes: { maxItems: 1, items: { maximum: 9 } } },
  };
  const { space, root } = prepare({ items: { allOf: [item] } });
  const value = [
    { at: 1, sizes: [1, 10] },
    { sku: 'a', at: 2 },
  ];
  const found = explainAll(space, root, value).map(({ pointer, path }) => `${pointer} ${path.join('.')}`);
  const prefix = `${root.pointer}/items/allOf/0`;
  expect(found).toEqual([
    `${prefix}/properties/at/type 0.at`,
    `${prefix}/required 0`,
    `${prefix}/properties/sizes/maxItems 0.sizes`,
    `${prefix}/properties/sizes/items/maximum 0.sizes.1`,
  ]);
});

test('ten keywords of a value are explained at most', () => {
  const names = Array.from({ length: 30 }, (_, index) => `member${index}`);
  const { space, root } = prepare({
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  });
  const value = Object.fromEntries(names.map((name) => [name, 1]));
  expect(explainAll(space, root, value)).toHaveLength(10);
});
