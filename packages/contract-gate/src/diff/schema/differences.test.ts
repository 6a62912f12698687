import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { SchemaDifferences } from './differences.ts';

function differs(before: JsonObject, after: JsonObject): boolean {
  const [old, own] = [before, after].map((schemas) =>
    readModel(
      { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } },
      'a.json',
    ),
  );
  if (!old || !own) throw new Error('The models are missing.');
  const root = { schema: { $ref: '#/components/schemas/A' }, pointer: '#/x' };
  return new SchemaDifferences({ old, new: own }).differs({ old: root, new: root });
}

const tree = (more: JsonObject): JsonObject => ({
  A: { type: 'object', properties: { left: { $ref: '#/components/schemas/A' }, value: more } },
});

const CASES: readonly [title: string, before: JsonValue, after: JsonValue, expected: boolean][] = [
  ['prose', { description: 'a', 'x-b': 1 }, { title: 'c', examples: [1] }, false],
  [
    'the order of a set',
    { enum: [1, 2], required: ['a', 'b'] },
    { required: ['b', 'a'], enum: [2, 1] },
    false,
  ],
  ['the order of members', { const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }, false],
  ['a default', { default: 1 }, { default: 2 }, true],
  ['a keyword', { maxLength: 1 }, { maxLength: 2 }, true],
  ['a keyword that is gone', { type: 'string', maxLength: 1 }, { type: 'string' }, true],
  ['a member', { properties: { a: true } }, { properties: { b: true } }, true],
  ['an item', { prefixItems: [true] }, { prefixItems: [true, true] }, true],
  ['a schema below', { not: { items: { minimum: 1 } } }, { not: { items: { minimum: 2 } } }, true],
  ['the name of a definition', { $ref: '#/components/schemas/B' }, { type: 'string' }, false],
];

test.each(CASES.map(([title, before, after, expected]) => ({ title, before, after, expected })))(
  'compares schemas by their meaning: $title',
  ({ before, after, expected }) => {
    const B = { type: 'string' };
    const build = (value: JsonValue) => ({ ...tree(value as JsonObject), B });
    expect(differs(build(before), build(after))).toBe(expected);
  },
);
