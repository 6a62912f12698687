import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { DiscriminatedSchemas } from './discriminated-schemas.ts';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const kind = (schema: JsonObject): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: schema },
});
const union = (names: readonly string[], mapping?: JsonObject): JsonObject => ({
  oneOf: names.map(reference),
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
});
const TEXT = { type: 'string' };

function read(schemas: JsonObject) {
  const model = readModel(
    { openapi: '3.1.1', info: { title: '', version: '' }, components: { schemas } },
    'a',
  );
  const discriminators = new DiscriminatedSchemas(model);
  const constants = discriminators.listConstants();
  const values = [...model.schemas.keys()].map((name) => [
    name,
    constants.find(({ schema }) => schema.component === name)?.values ?? [],
  ]);
  return { values: Object.fromEntries(values), problems: discriminators.problems };
}

test.each<[string, JsonObject, Record<string, unknown>]>([
  ['its name', { U: union(['A']), A: kind(TEXT) }, { A: ['A'] }],
  ['the keys of a mapping', { U: union(['A'], { a: 'A', b: 'A' }), A: kind(TEXT) }, { A: ['a', 'b'] }],
  [
    'the keys of all unions',
    { U: union(['A'], { a: 'A' }), V: union(['A'], { b: 'A' }), A: kind(TEXT) },
    { A: ['a', 'b'] },
  ],
  ['its constants', { U: union(['A']), A: kind({ enum: ['a', 'b'] }) }, { A: ['a', 'b'] }],
  ['no value where it has numbers', { U: union(['A']), A: kind({ type: 'integer' }) }, { A: [] }],
  [
    'its part of the constants that it shares',
    {
      U: union(['A', 'B'], { a: 'A', b: 'B' }),
      Base: kind({ enum: ['a', 'b'] }),
      A: { allOf: [reference('Base')], title: 'A' },
      B: { allOf: [reference('Base')], title: 'B' },
    },
    { A: ['a'], B: ['b'], Base: [] },
  ],
  [
    'its name as an heir',
    {
      Base: { ...kind(TEXT), discriminator: { propertyName: 'kind' } },
      A: { allOf: [reference('Base'), { title: 'A' }] },
      B: { allOf: [reference('Base')], title: 'B' },
    },
    { A: ['A'], B: ['B'], Base: [] },
  ],
  [
    'the values of what extends it',
    { U: union(['A', 'B']), A: kind(TEXT), B: { allOf: [reference('A'), { title: 'B' }] } },
    { A: ['A', 'B'], B: ['B'] },
  ],
  ['no value as a union', { U: union(['A']), A: union(['B']), B: kind(TEXT) }, { A: [], B: ['B'] }],
])('a branch has %s', (_, schemas, expected) => {
  expect(read(schemas).values).toMatchObject(expected);
});

test('reports a branch that its values do not select', () => {
  const { problems } = read({ U: union(['A', 'B']), A: kind({ const: 'a' }), B: kind({ enum: ['B', 'c'] }) });
  expect(problems).toEqual([
    {
      pointer: '#/components/schemas/U/discriminator',
      rule: 'discriminator-values',
      message:
        'The values of the discriminator differ from the constants of "kind" in A ("A" instead of "a").',
      repair: 'Add the constants to the "mapping".',
    },
  ]);
});
