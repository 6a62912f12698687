import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { SchemaGraph } from './schema-graph.ts';
import type { SchemaNode, SchemaPart, TypeNode } from './schema-node.ts';

// Describes a node in short: `types(string, object)`, `oneOf by kind`.
const READ: { schema: boolean | JsonObject; parts: string[] }[] = [
  { schema: true, parts: [] },
  { schema: false, parts: [] },
  { schema: { description: 'a' }, parts: [] },
  { schema: { type: 'string' }, parts: ['types(string)'] },
  { schema: { type: ['integer', 'null'] }, parts: ['types(integer, null)'] },
  { schema: { type: ['integer', 'number'] }, parts: ['types(number)'] },
  { schema: { minLength: 2, properties: {} }, parts: ['guards(string, object)'] },
  { schema: { type: 'string', enum: ['a', 1] }, parts: ['literals("a")'] },
  { schema: { const: { a: 1 }, minProperties: 1 }, parts: ['literals({"a":1}) guards(object)'] },
  { schema: { $ref: '#/components/schemas/Self' }, parts: ['reference Self'] },
  { schema: { allOf: [{ type: 'string' }, false] }, parts: ['allOf(keywords, never)'] },
  { schema: { anyOf: [true, {}] }, parts: ['anyOf(any, keywords)'] },
  {
    schema: {
      oneOf: [
        { properties: { kind: { const: 'a' } }, required: ['kind'] },
        { properties: { kind: { enum: ['b', 'c'] } }, required: ['kind'] },
      ],
    },
    parts: ['oneOf(keywords, keywords) by kind'],
  },
  { schema: { not: {} }, parts: ['not keywords'] },
  { schema: JSON.parse('{ "if": true, "then": false }'), parts: ['conditional(any, never, -)'] },
  { schema: JSON.parse('{ "then": false }'), parts: [] },
  {
    schema: { unevaluatedItems: false, unevaluatedProperties: {}, $ref: '#/components/schemas/Self' },
    parts: ['reference Self', 'unevaluated properties keywords', 'unevaluated items never'],
  },
];

const SELF = { type: 'object', properties: { next: { $ref: '#/components/schemas/Self' } } };

function createGraph(schemas: JsonObject): SchemaGraph {
  const info = { title: 'a', version: '1' };
  return new SchemaGraph(readModel({ openapi: '3.1.1', info, components: { schemas } }, 'a'));
}

function describePart(part: SchemaPart): string {
  switch (part.kind) {
    case 'literals': {
      const guards = part.guards.length > 0 ? ` guards(${part.guards.map(getType)})` : '';
      return `literals(${part.values.map((value) => JSON.stringify(value))})${guards}`;
    }
    case 'types':
      return `types(${part.alternatives.map(getType).join(', ')})`;
    case 'guards':
      return `guards(${part.guards.map(getType).join(', ')})`;
    case 'reference':
      return `reference ${part.target.component}`;
    case 'allOf':
      return `allOf(${part.schemas.map(({ kind }) => kind).join(', ')})`;
    case 'union': {
      const by = part.discriminant ? ` by ${part.discriminant.property}` : '';
      return `${part.mode}(${part.branches.map(({ kind }) => kind).join(', ')})${by}`;
    }
    case 'not':
      return `not ${part.schema.kind}`;
    case 'conditional': {
      const branches = [part.condition, part.met, part.unmet].map((one) => one?.kind ?? '-');
      return `conditional(${branches.join(', ')})`;
    }
    case 'unevaluated':
      return `unevaluated ${part.of} ${part.schema.kind}`;
  }
}

function getType(type: TypeNode): string {
  return type.kind === 'number' && type.isWhole ? 'integer' : type.kind;
}

test.each(READ)('$schema is read as $parts', ({ schema, parts }) => {
  const node = createGraph({ Self: SELF }).node({ schema, pointer: '#/components/schemas/Self/x' });
  expect(node.parts.map(describePart)).toEqual(parts);
});

test('a schema is read once, a circle of references included', () => {
  const graph = createGraph({ Self: SELF });
  const self = graph.node({ schema: SELF, pointer: '#/components/schemas/Self' });
  // Counts the objects that the model has copied, the same each time: the node of a target is the one of the component.
  const target = getTarget(getNext(getTarget(getNext(self))));
  expect(getTarget(getNext(target))).toBe(target);
  expect(target.parts).toBe(target.parts);
});

test('reads one object at two locations for each, so that findings have their own location', () => {
  const graph = createGraph({});
  const schema = { type: 'string', pattern: 'a' };
  const nodes = ['#/a', '#/b', '#/a'].map((pointer) => graph.node({ schema, pointer }));
  expect(nodes.map(({ pointer }) => pointer)).toEqual(['#/a', '#/b', '#/a']);
});

test('a direction has nodes of its own only of what it makes a difference to', () => {
  const model = readModel(
    {
      openapi: '3.1.1',
      info: { title: 'a', version: '1' },
      components: {
        schemas: {
          Plain: { type: 'string' },
          Flagged: { type: 'object', properties: { id: { readOnly: true } }, required: ['id'] },
        },
      },
    },
    'a',
  );
  const written = new SchemaGraph(model);
  const request = new SchemaGraph(model, { direction: 'request', written });
  const [plain, flagged] = [...model.schemas.values()].map((located) => [
    written.node(located),
    request.node(located),
  ]);
  expect(plain?.[1]).toBe(plain?.[0]);
  expect(flagged?.[1]).not.toBe(flagged?.[0]);
  expect(flagged?.map((node) => listRequired(node))).toEqual([['id'], []]);
});

function listRequired({ parts }: SchemaNode) {
  return parts.flatMap((part) =>
    part.kind === 'types'
      ? part.alternatives.flatMap((one) => (one.kind === 'object' ? one.required : []))
      : [],
  );
}

function getNext({ parts }: SchemaNode): SchemaNode {
  for (const part of parts) {
    for (const type of part.kind === 'types' ? part.alternatives : []) {
      const next = type.kind === 'object' ? type.properties.find(({ name }) => name === 'next') : undefined;
      if (next) return next.schema;
    }
  }
  throw new Error('The schema has no member "next".');
}

function getTarget({ parts }: SchemaNode): SchemaNode {
  for (const part of parts) if (part.kind === 'reference') return part.target;
  throw new Error('The schema refers to nothing.');
}
