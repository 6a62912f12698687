import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { describeShape } from './text-shape.ts';

const INTEGER = { type: 'integer' };

test.each<[schema: JsonObject, shape: unknown]>([
  [{}, 'string'],
  [{ type: ['integer', 'null'] }, 'number'],
  [{ type: 'array', items: INTEGER }, { list: 'number' }],
  [
    { type: 'object', properties: { n: INTEGER } },
    { object: { n: 'number' }, others: 'string' },
  ],
  [
    { type: 'object', additionalProperties: INTEGER },
    { object: {}, others: 'number' },
  ],
  [
    { type: 'object', properties: { a: {} }, additionalProperties: INTEGER },
    { object: { a: 'string' }, others: 'number' },
  ],
  [
    { type: 'object', patternProperties: { '^n': INTEGER } },
    { object: {}, others: 'number' },
  ],
  [{ type: 'object', properties: { a: {} }, additionalProperties: false }, { object: { a: 'string' } }],
])('%j has the shape %j', (schema, shape) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    components: { schemas: { A: schema } },
  };
  const graph = new SchemaGraph(readModel(document, 'a.json'));
  expect(describeShape(graph.node({ schema, pointer: '#/components/schemas/A' }))).toEqual(shape);
});
