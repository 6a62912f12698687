import { type JsonValue, type LocatedSchema, readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { compileAcceptors } from '../../tests/compile-acceptors.ts';
import { SchemaGraph } from '../nodes/schema-graph.ts';
import { createLazyAcceptors } from '../validators/acceptors.ts';
import { ValueExplainer } from './explain-value.ts';

const CAT = { required: ['kind'], properties: { kind: { const: 'cat' }, lives: { maximum: 9 } } };
const DOG = { required: ['kind'], properties: { kind: { const: 'dog' } } };
const PATTERN = { properties: { ab: { minLength: 1 } }, patternProperties: { '^a': { maxLength: 2 } } };

test.each<[schema: Schema, value: JsonValue, path: string, message: string]>([
  [{ type: 'string' }, 1, '', 'must be a string (got 1)'],
  [false, 1, '', 'is not allowed'],
  [{ required: ['a'], properties: { b: { minimum: 2 } } }, { b: 1 }, 'a', 'is required'],
  [
    { items: { properties: { a: { minimum: 2 } } } },
    [{ a: 3 }, { a: 1 }],
    '1.a',
    'must be at least 2 (got 1)',
  ],
  [{ allOf: [{ minLength: 1 }, { maxLength: 2 }] }, 'abc', '', 'must have at most 2 characters (got "abc")'],
  [PATTERN, { ab: 'abc' }, 'ab', 'must have at most 2 characters (got "abc")'],
  [{ oneOf: [DOG, CAT] }, { kind: 'cat', lives: 10 }, 'lives', 'must be at most 9 (got 10)'],
  [{ oneOf: [DOG, CAT] }, { kind: 'cow' }, 'kind', 'must be one of "dog", "cat" (got "cow")'],
  [
    { anyOf: [{ ...DOG, required: ['kind', 'a'] }, CAT, { type: 'null' }] },
    { kind: 'cow' },
    'kind',
    'must be one of "dog", "cat" (got "cow")',
  ],
  [{ oneOf: [DOG, { ...CAT, required: ['kind', 'a'] }] }, { lives: 1 }, 'kind', 'is required'],
  [
    { oneOf: [{ allOf: [DOG, { required: ['a'] }] }, { allOf: [CAT, { required: ['b'] }] }] },
    { kind: 'cow', a: 1 },
    'kind',
    'must be one of "dog", "cat" (got "cow")',
  ],
  [{ oneOf: [{ type: 'array' }, { minimum: 1 }, { maximum: 9 }] }, 5, '', 'does not match its schema'],
  [{ not: { const: 1 } }, 1, '', 'does not match its schema'],
])('%j rejects %j: "%s" %s', (schema, value, ...[path, message]) => {
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: { A: schema } } };
  const model = readModel(document, 'a.json');
  const graph = new SchemaGraph(model);
  const accepts = (one: { schema: { schema: Schema; pointer: string } }, candidate: JsonValue) =>
    compileAcceptors(model, [one.schema])[0]?.(candidate) ?? true;
  const node = graph.node({ schema, pointer: '#/components/schemas/A' });
  const found = new ValueExplainer({ accepts }, 'request').explain(node, value);
  expect({ ...found, path: found.path.join('.') }).toEqual({ path, message });
});

const FILTER = {
  anyOf: [9, 8].map((maximum) => ({
    properties: { filter: { $ref: '#/components/schemas/Filter' }, limit: { maximum } },
  })),
};

test('a deep value of a recursive union is explained in linear time', () => {
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: { Filter: FILTER } } };
  const model = readModel(document, 'filters.json');
  const compile = createLazyAcceptors(model);
  const accepts = (one: { schema: LocatedSchema }, candidate: JsonValue) => compile(one.schema)(candidate);
  let value: JsonValue = { limit: 10 };
  for (let level = 0; level < 40; level += 1) value = { filter: value };
  const [filter] = [...model.schemas.values()];
  if (!filter) throw new Error('The schema is missing.');
  const node = new SchemaGraph(model).node(filter);
  const found = new ValueExplainer({ accepts }, 'request').explain(node, value);
  expect(found).toEqual({
    path: [...Array(40).fill('filter'), 'limit'],
    message: 'must be at most 9 (got 10)',
  });
});

const SCALAR = { $ref: '#/components/schemas/Scalar' };
const SCHEMAS = {
  Scalar: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  Pair: { anyOf: [{ properties: { x: SCALAR } }, { properties: { deep: { properties: { y: SCALAR } } } }] },
};

test.each<JsonValue>([null, true, [], {}])('%j is explained at each member that has it', (value) => {
  const info = { title: 'T', version: '1' };
  const document = { openapi: '3.1.0', info, paths: {}, components: { schemas: SCHEMAS } };
  const model = readModel(document, 'pairs.json');
  const compile = createLazyAcceptors(model);
  const accepts = (one: { schema: LocatedSchema }, candidate: JsonValue) => compile(one.schema)(candidate);
  const pair = [...model.schemas.values()].find(({ schema }) => Object(schema).anyOf[0].properties);
  if (!pair) throw new Error('The schema is missing.');
  const node = new SchemaGraph(model).node(pair);
  const copy = structuredClone(value);
  const found = new ValueExplainer({ accepts }, 'request').explain(node, { x: value, deep: { y: copy } });
  expect(found.path).toEqual(['deep', 'y']);
});
