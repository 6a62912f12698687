import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { SchemaResolver } from './schema-resolver.ts';

function createResolver(schemas: JsonObject, more: JsonObject = {}) {
  const value = { openapi: '3.1.1', components: { schemas }, ...more };
  return new SchemaResolver({ kind: 'document', value, pointer: '#' });
}

const AT = '#/components/schemas/';

const schemas: JsonObject = {
  'a b': { type: 'string' },
  'a/b~c%': { type: 'integer' },
  Anchored: { $anchor: 'here', properties: { deep: { $anchor: 'deep' } } },
  Tree: {
    $id: 'https://example.com/tree',
    $dynamicAnchor: 'node',
    properties: { children: { items: { $dynamicRef: '#node' } } },
    $defs: {
      leaf: { $id: 'leaf', $anchor: 'here', not: { type: 'null' } },
      note: { $anchor: 'note' },
    },
  },
  Relative: { $id: 'relative/one' },
};

test.each([
  ['#/components/schemas/a b', 'Anchored', 'a b'],
  ['#/components/schemas/a%20b', 'Anchored', 'a b'],
  ['#/components/schemas/a~1b~0c%25', 'Anchored', 'a~1b~0c%25'],
  ['#/components/schemas/Anchored/properties/deep', 'a b', 'Anchored/properties/deep'],
  ['#here', 'a b', 'Anchored'],
  ['#deep', 'a b', 'Anchored/properties/deep'],
  ['https://example.com/tree', 'a b', 'Tree'],
  ['https://example.com/tree#', 'a b', 'Tree'],
  ['https://example.com/tree#node', 'a b', 'Tree'],
  ['https://example.com/tree#/$defs/note', 'a b', 'Tree/$defs/note'],
  ['https://example.com/leaf', 'a b', 'Tree/$defs/leaf'],
  ['https://example.com/leaf#/not', 'a b', 'Tree/$defs/leaf/not'],
  ['relative/one', 'a b', 'Relative'],
  ['#', 'Tree', 'Tree'],
  ['#note', 'Tree/properties/children', 'Tree/$defs/note'],
  ['#/$defs/note', 'Tree/properties/children/items', 'Tree/$defs/note'],
  ['leaf', 'Tree', 'Tree/$defs/leaf'],
  ['#here', 'Tree/$defs/leaf/not', 'Tree/$defs/leaf'],
  ['tree#note', 'Tree/$defs/leaf', 'Tree/$defs/note'],
  ['#/components/schemas/Anchored', 'Tree', 'Anchored'],
])('%s in %s leads to %s', (reference, from, target) => {
  expect(createResolver(schemas).resolve(reference, AT + from)?.pointer).toBe(AT + target);
});

test.each([
  ['the document itself', '#', 'Anchored'],
  ['an anchor of another resource', '#note', 'Anchored'],
  ['a pointer to nothing, from a resource of its own', '#/components/schemas/Other', 'Tree'],
  ['a name that is inherited', '#/components/schemas/toString', 'Anchored'],
  ['a URI that nothing has', 'https://example.com/other', 'Anchored'],
  ['no URI', 'https://[', 'Anchored'],
  ['no pointer', '#/%', 'Anchored'],
  ['something that is no schema', '#/openapi', 'Anchored'],
])('a reference to %s leads nowhere', (_name, reference, from) => {
  expect(createResolver(schemas).resolve(reference, AT + from)).toBeUndefined();
});

test('a resource lists its dynamic anchors', () => {
  const resolver = createResolver(schemas);
  const tree = resolver.resourceOf(`${AT}Tree/properties/children/items`);
  expect([tree.uri, tree.pointer]).toEqual(['https://example.com/tree', `${AT}Tree`]);
  expect([...tree.dynamicAnchors.keys()]).toEqual(['node']);
  expect(resolver.resources.map(({ pointer }) => pointer)).toEqual([
    '#',
    `${AT}Tree`,
    `${AT}Tree/$defs/leaf`,
    `${AT}Relative`,
  ]);
});

test('schemas that only a reference identifies are read, regardless of their parent', () => {
  const resolver = createResolver(
    { A: { $ref: '#/x-shared/B' } },
    { 'x-shared': { B: { $ref: '#/x-shared/C' }, C: { $anchor: 'c', $ref: '#/x-shared/D' } } },
  );
  expect(resolver.resolve('#c', `${AT}A`)?.pointer).toBe('#/x-shared/C');
  expect(resolver.problems.map(({ pointer }) => pointer)).toEqual(['#/x-shared/C/$ref']);
});

test.each<[string, JsonValue, string]>([
  ['an $id with a fragment', { $id: '#a' }, 'A/$id'],
  ['an $id that is no URI', { $id: 'https://[' }, 'A/$id'],
  ['an $id twice', { allOf: [{ $id: 'a' }, { $id: 'a' }] }, 'A/allOf/1/$id'],
  ['an anchor twice', { allOf: [{ $anchor: 'a' }, { $dynamicAnchor: 'a' }] }, 'A/allOf/1'],
  ['a reference that leads nowhere', { items: { $ref: '#/components/schemas/B' } }, 'A/items/$ref'],
  ['a dynamic reference that leads nowhere', { $dynamicRef: '#b' }, 'A/$dynamicRef'],
])('%s is a problem', (_name, schema, path) => {
  expect(createResolver({ A: schema }).problems.map(({ pointer }) => pointer)).toEqual([AT + path]);
});

test('a file that is one schema is found by its address and by its $id', () => {
  const value = { $id: 'https://example.com/a', $defs: { b: {} } };
  const resolver = new SchemaResolver({ kind: 'schema', value, pointer: '#' }, 'file:///a.json');
  expect(resolver.resolve('https://example.com/a#/$defs/b', '#')?.pointer).toBe('#/$defs/b');
  expect(resolver.resolve('file:///a.json', '#')?.pointer).toBe('#');
});
