import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { listRequestWords } from './request-words.ts';

function listWords(schema: JsonObject): string[] {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a/{id}': {
        post: {
          operationId: 'act',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema } } },
          responses: { '204': { description: 'Done.' } },
        },
      },
    },
    components: { schemas: { Action: { enum: ['reboot', 1] } } },
  };
  const model = readModel(document, 'a.json');
  const [operation] = model.operations;
  return operation ? listRequestWords(operation, new SchemaGraph(model)).split(' ') : [];
}

test.each<[string, JsonObject, string[]]>([
  ['members', { properties: { name: {}, size: {} } }, ['id', 'name', 'size']],
  [
    'constants of referenced members',
    { properties: { type: { $ref: '#/components/schemas/Action' } } },
    ['id', 'type', 'reboot'],
  ],
  [
    'branches and items',
    { oneOf: [{ const: 'on' }, { items: { properties: { at: {} } } }] },
    ['id', 'on', 'at'],
  ],
  ['no forbidden value', { not: { const: 'off' } }, ['id']],
])('lists %s', (_, schema, words) => {
  expect(listWords(schema)).toEqual(words);
});
