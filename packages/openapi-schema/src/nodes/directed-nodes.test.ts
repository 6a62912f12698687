import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import type { Direction, SchemaNode } from './schema-node.ts';

const ID = { readOnly: true, type: 'string' };
const SECRET = { writeOnly: true };
const OTHERS: Record<string, JsonValue> = {
  Id: { title: 'id', readOnly: true },
  Base: { required: ['id'], properties: { id: { $ref: '#/components/schemas/Id' } } },
};
const BASE = { $ref: '#/components/schemas/Base' };

function describe({ keywords, direction }: SchemaNode) {
  const { properties, required, allOf } = keywords;
  const kinds = [...properties].map(([name, { kind }]) => `${name} ${kind}`);
  return [
    direction ?? 'same',
    kinds.join(),
    required.join(),
    ...allOf.map((part) => part.keywords.required.join()),
  ];
}

test.each<[JsonObject, Direction, string[]]>([
  [{ required: ['id'], properties: { id: ID } }, 'request', ['request', 'id any', '']],
  [{ required: ['id'], properties: { id: ID } }, 'response', ['same', 'id keywords', 'id']],
  [{ required: ['a'], properties: { a: SECRET } }, 'response', ['response', 'a never', '']],
  [{ ...BASE, required: ['id', 'b'] }, 'request', ['request', '', 'b']],
  [{ allOf: [{ required: ['id', 'b'] }, BASE] }, 'request', ['request', '', '', 'b', '']],
  [{ required: ['id'], anyOf: [BASE, {}] }, 'request', ['request', '', '']],
  [{ required: ['id'], if: { properties: { id: ID } } }, 'request', ['request', '', '']],
  [{ required: ['id'], dependentSchemas: { b: BASE } }, 'request', ['request', '', '']],
  [{ required: ['id'], properties: { b: BASE } }, 'request', ['request', 'b keywords', 'id']],
  [{ required: ['id'], not: BASE }, 'request', ['request', '', 'id']],
])('%j in a %s is %j', (schema, direction, expected) => {
  const { space, located } = createSubject(schema, { direction, others: OTHERS });
  expect(describe(space.node(located))).toEqual(expected);
});

test('a part of a schema that lacks a member of the whole is found by its origin', () => {
  const schema = { allOf: [{ required: ['id'] }], properties: { id: ID } };
  const { space, located } = createSubject(schema);
  const [part] = space.node(located).keywords.allOf;
  expect(part && space.node(part.origin)).toBe(part);
});

test('keywords that are kept have the schemas of the direction', () => {
  const schema = { allOf: [{ required: ['id'] }], properties: { id: ID }, minProperties: 1 };
  const { space, located } = createSubject(schema);
  const kept = space.node(located).only(['allOf']);
  expect([space.accepts(kept, {}), Object.keys(kept.origin.schema)]).toEqual([true, ['allOf']]);
});
