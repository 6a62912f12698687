import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { collectApplied } from './applied-nodes.ts';
import type { SchemaNode } from './schema-node.ts';

const A = { $ref: '#/components/schemas/A' };
const OTHERS = {
  A: { title: 'A', allOf: [{ title: 'inner' }] },
  B: { title: 'B', allOf: [A, { title: 'C' }] },
};

function listTitles(nodes: readonly SchemaNode[]): (string | undefined)[] {
  return nodes.map(({ annotations }) => annotations.title);
}

test.each<[JsonObject, string[]]>([
  [{ title: 'own' }, ['own']],
  [{ title: 'own', ...A, allOf: [{ title: 'part' }] }, ['own', 'A', 'inner', 'part']],
  [{ title: 'own', $ref: '#/components/schemas/B', allOf: [A] }, ['own', 'B', 'A', 'inner', 'C']],
  [{ title: 'own', anyOf: [{ title: 'branch' }] }, ['own']],
])('the schemas that hold with %j are %j', (schema, expected) => {
  const { graph, located } = createSubject(schema, { others: OTHERS });
  const titles = listTitles(collectApplied([graph.node(located)]));
  expect(titles.filter((title) => title !== undefined)).toEqual(expected);
});

test('adds what a caller lists, and omits what is known', () => {
  const { graph, located } = createSubject(
    { title: 'own', anyOf: [{ title: 'branch', allOf: [{ title: 'part' }] }] },
    { others: OTHERS },
  );
  const node = graph.node(located);
  const listBranches = ({ keywords }: SchemaNode) => [...keywords.anyOf, undefined];
  const all = collectApplied([node], listBranches);
  expect(listTitles(all)).toEqual(['own', 'branch', 'part']);
  expect(listTitles(collectApplied([node], listBranches, all.slice(1)))).toEqual(['own']);
});
