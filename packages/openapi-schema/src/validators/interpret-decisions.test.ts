import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { compileAcceptors } from '../../tests/compile-acceptors.ts';
import { createLazyAcceptors } from './acceptors.ts';

const TREE = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { enum: ['leaf', 'branch'] },
    name: { type: 'string', pattern: '^[a-z]+$' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' }, uniqueItems: true },
  },
  unevaluatedProperties: { const: 1 },
};
const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'Trees', version: '1' },
    paths: {},
    components: { schemas: { Tree: TREE } },
  },
  'trees.yaml',
);

test.each<[JsonValue, boolean]>([
  [{ kind: 'leaf' }, true],
  [{ kind: 'twig' }, false],
  [{ kind: 'leaf', name: 'A' }, false],
  [{ kind: 'branch', children: [{ kind: 'leaf', name: 'a' }], other: 1 }, true],
  [{ kind: 'branch', children: [{ kind: 'leaf', other: 2 }] }, false],
  [{ kind: 'branch', children: [{ kind: 'leaf' }, { kind: 'leaf' }] }, false],
  ['leaf', false],
])('interpreted and compiled schemas decide the same: %j', (value, expected) => {
  const [tree] = [...model.schemas.values()];
  if (!tree) throw new Error('The schema is missing.');
  const lazy = createLazyAcceptors(model)(tree);
  expect([lazy(value), lazy(value)]).toEqual([expected, expected]);
  expect(compileAcceptors(model, [tree])[0]?.(value)).toBe(expected);
});

const FILTER = {
  oneOf: ['and', 'or'].map((operator) => ({
    type: 'object',
    required: [operator],
    properties: { filter: { $ref: '#/components/schemas/Filter' } },
  })),
};

test('a deep value of a recursive union is decided in linear time', () => {
  const filters = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Filters', version: '1' },
      paths: {},
      components: { schemas: { Filter: FILTER } },
    },
    'filters.yaml',
  );
  const [filter] = [...filters.schemas.values()];
  if (!filter) throw new Error('The schema is missing.');
  const createValue = (end: JsonValue) => {
    let value = end;
    for (let level = 0; level < 60; level += 1) value = { and: true, filter: value };
    return value;
  };
  for (const accepts of [createLazyAcceptors(filters)(filter), compileAcceptors(filters, [filter])[0]]) {
    expect(accepts?.(createValue({ or: true }))).toBe(true);
    expect(accepts?.(createValue({}))).toBe(false);
  }
});
