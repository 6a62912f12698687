import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { children, references, walk } from './child-nodes.ts';
import { KEYWORD_NAMES, KEYWORD_TABLE } from './keyword-table.ts';
import { SchemaGraph } from './schema-graph.ts';
import type { SchemaNode } from './schema-node.ts';

function readNode(schema: JsonObject, direction?: 'request' | 'response'): SchemaNode {
  const document = {
    openapi: '3.1.1',
    info: { title: '', version: '' },
    components: { schemas: { A: schema } },
  };
  const model = readModel(document, 'test.json');
  return new SchemaGraph(model, { direction }).node({ schema, pointer: '#/components/schemas/A' });
}

const VALUES = {
  schema: { type: 'string' },
  schemas: [{ type: 'string' }],
  'schemas by name': { a: { type: 'string' } },
} as const;

const HOLDING = KEYWORD_NAMES.filter((name) => KEYWORD_TABLE[name].form in VALUES);

test.each(HOLDING)('lists the schemas that %s holds', (name) => {
  const { keyword, form, applies } = KEYWORD_TABLE[name];
  const value = VALUES[form as keyof typeof VALUES];
  const [child, ...others] = children(readNode(JSON.parse(JSON.stringify({ [keyword]: value }))));
  expect(others).toEqual([]);
  expect(child).toMatchObject({ keyword: name, applies, name: form === 'schemas by name' ? 'a' : undefined });
  expect(child?.node.keywords.type).toEqual(['string']);
});

test('lists no schemas for values and annotations', () => {
  const schema = { const: { type: 'string' }, default: {}, 'x-schema': {}, dependentRequired: { a: ['b'] } };
  expect(children(readNode(schema))).toEqual([]);
});

test('walks a schema that contains itself once', () => {
  const self = { $ref: '#/components/schemas/A' };
  const node = readNode({ properties: { next: self }, items: self });
  expect(references(node)).toEqual([]);
  expect(walk(node).map(({ pointer }) => pointer)).toEqual([
    '#/components/schemas/A',
    '#/components/schemas/A/items',
    '#/components/schemas/A/properties/next',
  ]);
});

test('reads keywords in the order of the document, unknown ones included', () => {
  const { written } = readNode({ maximum: 3, 'x-a': 1, $ref: '#/components/schemas/A', minimum: 1 });
  expect(written.map(({ keyword, name }) => [keyword, name])).toEqual([
    ['maximum', 'maximum'],
    ['x-a', undefined],
    ['$ref', 'reference'],
    ['minimum', 'minimum'],
  ]);
});

test('reads readOnly members of a request as schemas that accept anything', () => {
  const schema = { properties: { id: { type: 'string', readOnly: true } }, required: ['id'] };
  const { properties, required } = readNode(schema, 'request').keywords;
  expect([properties.get('id')?.kind, required]).toEqual(['any', []]);
  expect(readNode(schema, 'response').keywords.required).toEqual(['id']);
});

test('keeps only the keywords that are named', () => {
  const { origin } = readNode({ type: 'array', prefixItems: [true], items: false, title: 'a' }).only([
    'items',
    'prefix',
  ]);
  expect(Object.keys(origin.schema)).toEqual(['prefixItems', 'items']);
});
