import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { describeOpen } from './example-schema.ts';

const object = (properties: JsonObject) => ({ type: 'object', properties });
const text = { type: 'string' };

test.each<[JsonObject, JsonValue, JsonObject | undefined]>([
  [object({ id: text }), { id: 'a' }, undefined],
  [
    object({ message: text, data: {} }),
    { message: 'Ok', data: { id: 3 } },
    object({ data: object({ id: { type: 'number' } }) }),
  ],
  [{ type: 'object' }, { id: 3 }, object({ id: { type: 'number' } })],
  [{}, [{ id: 'a' }], { type: 'array', items: object({ id: text }) }],
  [
    object({ data: { type: 'array', items: { type: 'object' } } }),
    { data: [{ id: 'a' }] },
    object({ data: { type: 'array', items: object({ id: text }) } }),
  ],
  [{ type: 'object', additionalProperties: text }, { en: 'a' }, undefined],
  [object({ data: {} }), { data: null }, undefined],
  [{ allOf: [object({ id: text }), object({ name: text })] }, { id: 'a', name: 'b' }, undefined],
])('the schema %j leaves of the example %j the members of %j open', (schema, example, expected) => {
  const info = { title: 'Things', version: '1' };
  const model = readModel({ openapi: '3.1.1', info, paths: {} }, 'document.json');
  const node = new SchemaGraph(model, { direction: 'response' }).node({ schema, pointer: '#/schema' });
  expect(describeOpen(example, [node])).toEqual(expected);
});
