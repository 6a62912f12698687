import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { inspectModel } from '../model/read-model.ts';

const DRAFT = (name: string) => `http://json-schema.org/${name}/schema#`;
const HEAD = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} };

function read(members: JsonObject, schemas: JsonObject) {
  return inspectModel({ ...HEAD, ...members, components: { schemas } }, 'a.json');
}

test.each<[string, JsonObject, JsonObject]>([
  ['draft-04', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['draft-04', { id: '#a' }, { $anchor: 'a' }],
  ['draft-04', { id: 'http://a.example/b' }, { $id: 'http://a.example/b' }],
  ['draft-06', { $id: 'http://a.example/b#c' }, { $id: 'http://a.example/b', $anchor: 'c' }],
  ['draft-07', { $ref: '#/components/schemas/B', type: 'string' }, { $ref: '#/components/schemas/B' }],
  [
    'draft/2019-09',
    { $ref: '#/components/schemas/B', type: 'string' },
    { $ref: '#/components/schemas/B', type: 'string' },
  ],
  ['draft-07', { items: [{}], additionalItems: false }, { prefixItems: [{}], items: false }],
  ['draft/2019-09', { items: { additionalItems: false }, additionalItems: false }, { items: {} }],
  [
    'draft-07',
    { dependencies: { a: ['b'], c: { minProperties: 2 } } },
    { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { minProperties: 2 } } },
  ],
  ['draft-07', { definitions: { D: { items: [{}] } } }, { definitions: { D: { prefixItems: [{}] } } }],
  [
    'draft-07',
    { items: { $schema: 'https://json-schema.org/draft/2020-12/schema', items: {}, id: 'a' } },
    { items: { $schema: 'https://json-schema.org/draft/2020-12/schema', items: {}, id: 'a' } },
  ],
])('%s: %j is %j', (draft, schema, expected) => {
  const bySchema = read({}, { A: { $schema: DRAFT(draft), ...schema }, B: {} });
  const byDialect = read({ jsonSchemaDialect: DRAFT(draft) }, { A: schema, B: {} });
  for (const { model, problems } of [bySchema, byDialect]) {
    expect(problems).toEqual([]);
    expect(model?.schemas.get('A')?.schema).toEqual(expected);
  }
});

test.each([
  ['prefixItems/0', 'items/0', { items: [{}], additionalItems: {} }],
  ['items', 'additionalItems', { items: [{}], additionalItems: { type: 'string' } }],
  ['dependentSchemas/a/prefixItems/0', 'dependencies/a/items/0', { dependencies: { a: { items: [{}] } } }],
  ['definitions/D/prefixItems/1', 'definitions/D/items/1', { definitions: { D: { items: [{}, {}] } } }],
  ['properties/items', 'properties/items', { properties: { items: {} } }],
])('a reference leads to %s for %s', (expected, written, schema) => {
  const reference = { $ref: `#/components/schemas/A/${written}` };
  const { model, problems } = read({ jsonSchemaDialect: DRAFT('draft-07') }, { A: schema, B: reference });
  expect(problems).toEqual([]);
  expect(model?.schemas.get('B')?.schema).toEqual({ $ref: `#/components/schemas/A/${expected}` });
});

test.each(['3.0.3', '3.1.0'])('OpenAPI %s has an $id that is a fragment by its own rules', (openapi) => {
  const schema = { $schema: DRAFT('draft-07'), $id: '#a', definitions: { D: { $id: '#d' } } };
  const document = { ...HEAD, openapi, components: { schemas: { A: schema } } };
  const { problems } = inspectModel(document, 'a.json');
  const pointers = ['#/components/schemas/A/$id', '#/components/schemas/A/definitions/D/$id'];
  expect(problems.map(({ pointer }) => pointer)).toEqual(openapi === '3.0.3' ? pointers : []);
  expect(inspectModel(document, 'a.json', { lenient: true }).problems).toEqual([]);
});

test('finds an anchor inside definitions', () => {
  const A = { $schema: DRAFT('draft-07'), definitions: { D: { $id: '#d', type: 'string' } }, $ref: '#d' };
  expect(read({}, { A }).problems).toEqual([]);
});

test('the served document remains as it was written', () => {
  const A: JsonValue = { $schema: DRAFT('draft-07'), items: [{}] };
  expect(read({}, { A }).model?.original).toMatchObject({ components: { schemas: { A } } });
});

test.each([
  'https://json-schema.org/v1',
  'https://json-schema.org/v1/2026',
  'http://json-schema.org/draft/2020-12/schema',
])('reads %s as 2020-12, with a warning', (dialect) => {
  for (const [document, pointer] of [
    [read({ jsonSchemaDialect: dialect }, {}), '#/jsonSchemaDialect'],
    [read({}, { A: { $schema: dialect } }), '#/components/schemas/A/$schema'],
  ] as const) {
    expect(document.problems).toEqual([]);
    expect(document.warnings).toMatchObject([{ rule: 'unknown-dialect', pointer }]);
  }
});
