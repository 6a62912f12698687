import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { copySchema, editSchemas, resolveSchema, walkSchemas } from './edit-schemas.ts';
import type { SchemaEdits } from './model.ts';
import { readModel } from './read-model.ts';

const A = '#/components/schemas/A';
const SCHEMAS: JsonObject = {
  A: { title: 'a', properties: { b: { title: 'b' }, c: { title: 'c', not: { title: 'd' } } } },
};

const createModel = (edits: Partial<SchemaEdits>) =>
  editSchemas(
    readModel(
      { openapi: '3.1.1', info: { title: 'a', version: '1' }, components: { schemas: SCHEMAS } },
      'a.json',
      { locate: (pointer) => ({ file: 'a.json', line: 1, column: 1, pointer }) },
    ),
    { schemas: new Map(), components: new Map(), ...edits },
    (pointer) => pointer.replace('Added', 'A'),
  );

const TABLE: [string, Partial<SchemaEdits>, unknown[]][] = [
  ['no change', {}, ['a', 'b', 'c', 'd']],
  ['a replaced part', { schemas: new Map([[`${A}/properties/b`, { title: 'x' }]]) }, ['a', 'x', 'c', 'd']],
  [
    'a replaced part that holds another schema',
    { schemas: new Map([[`${A}/properties/c`, { title: 'x', items: { title: 'y' } }]]) },
    ['a', 'b', 'x', 'y'],
  ],
  [
    'a replaced part of a replaced part',
    {
      schemas: new Map([
        [A, { title: 'x', items: { title: 'y' } }],
        [`${A}/items`, { title: 'z' }],
      ]),
    },
    ['x', 'z'],
  ],
  [
    'an added component',
    { components: new Map([['Added', { title: 'x', items: { title: 'y' } }]]) },
    ['a', 'b', 'c', 'd', 'x', 'y'],
  ],
];

test.each(TABLE)('%s has the schemas %#', (_, edits, expected) => {
  const titles: unknown[] = [];
  walkSchemas(createModel(edits), ({ schema }) => titles.push(schema.title) > 0);
  expect(titles).toEqual(expected);
});

test('later edits are made to those before them', () => {
  const before = createModel({ schemas: new Map([[A, { title: 'x' }]]) });
  const after = editSchemas(before, {
    schemas: new Map([[A, { title: 'y' }]]),
    components: new Map([['Added', {}]]),
  });
  expect([after.edits.schemas.get(A), [...after.schemas.keys()]]).toEqual([{ title: 'y' }, ['A', 'Added']]);
  expect(after.document).toBe(before.document);
});

test.each([
  [A, 'a'],
  ['#/components/schemas/Added', 'x'],
  ['#/components/schemas/Added/items', undefined],
  ['#/components/schemas/Missing', undefined],
])('%s leads to %j', (reference, title) => {
  const model = createModel({ components: new Map([['Added', { title: 'x' }]]) });
  const schema = resolveSchema(model, reference, '#')?.schema;
  expect(typeof schema === 'object' ? schema.title : schema).toBe(title);
});

test('added schemas have the location of those that they were made of', () => {
  const model = createModel({ components: new Map([['Added', {}]]) });
  expect(model.locate('#/components/schemas/Added/items')).toMatchObject({ pointer: `${A}/items` });
});

test('a copy has what replaces its parts, and is changed from the outside in', () => {
  const edits = new Map<string, JsonObject>([
    [A, { title: 'the whole is not replaced' }],
    [`${A}/properties/c`, { title: 'x' }],
  ]);
  const visited: string[] = [];
  const copy = copySchema(edits, { schema: SCHEMAS.A as JsonObject, pointer: A }, ({ schema, pointer }) => {
    visited.push(pointer.slice(A.length));
    schema.description = 'copied';
  });
  expect(copy).toEqual({
    title: 'a',
    description: 'copied',
    properties: { b: { title: 'b', description: 'copied' }, c: { title: 'x', description: 'copied' } },
  });
  expect(visited).toEqual(['', '/properties/b', '/properties/c']);
  expect(edits.get(`${A}/properties/c`)).toEqual({ title: 'x' });
});
