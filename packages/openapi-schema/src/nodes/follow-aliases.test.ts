import { readModel, type Schema } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { followAliases } from './follow-aliases.ts';
import { SchemaGraph } from './schema-graph.ts';

const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test.each<[name: string, target: string]>([
  ['Text', 'Text'],
  ['Alias', 'Text'],
  ['AliasOfAlias', 'Text'],
  ['Described', 'Described'],
  ['Left', 'Left'],
])('%s leads to %s', (name, target) => {
  const schemas = {
    Text: { type: 'string' },
    Alias: refer('Text'),
    AliasOfAlias: refer('Alias'),
    Described: { ...(refer('Text') as object), minLength: 1 },
    Left: refer('Right'),
    Right: refer('Left'),
  };
  const info = { title: 'T', version: '1' };
  const model = readModel({ openapi: '3.1.0', info, paths: {}, components: { schemas } }, 'a.json');
  const schema = schemas[name as keyof typeof schemas];
  const node = new SchemaGraph(model).node({ schema, pointer: `#/components/schemas/${name}` });
  expect(followAliases(node).pointer).toBe(`#/components/schemas/${target}`);
});
