import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { listUnions } from './schema-node.ts';

const BASE = { $ref: '#/components/schemas/Base' };
const OTHERS = { Base: { type: 'object', properties: { type: { enum: ['a', 'b'] } } } };
const kind = (...values: string[]): JsonObject => ({
  type: 'object',
  required: ['type'],
  properties: { type: { enum: values } },
});

test.each<[string, JsonObject[], (readonly unknown[])[] | undefined]>([
  ['its own constants', [kind('a'), kind('b', 'c')], [['a'], ['b', 'c']]],
  [
    'fewer constants than the schema it extends',
    [{ allOf: [BASE, kind('a')] }, { ...kind('b'), ...BASE }],
    [['a'], ['b']],
  ],
  ['the constants of the schema it extends', [BASE, kind('c')], [['a', 'b'], ['c']]],
  ['constants of another branch', [{ allOf: [kind('a')] }, kind('a', 'b')], undefined],
])('a branch with %s', (_, oneOf, expected) => {
  const { graph, located } = createSubject({ oneOf }, { others: OTHERS });
  const [union] = listUnions(graph.node(located));
  expect(union?.discriminant?.values).toEqual(expected);
});
