import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { isSimple } from './schemas.ts';

test.each<[schema: JsonObject, isScalar: boolean, isScalarOrList: boolean]>([
  [{ type: 'string' }, true, true],
  [{ enum: ['a', 1, null] }, true, true],
  [{ allOf: [{ type: ['integer', 'null'] }] }, true, true],
  [{ $ref: '#/components/schemas/Id' }, true, true],
  [{ oneOf: [{ type: 'string' }, { const: 1 }] }, true, true],
  [{ type: 'array', items: { type: 'string' } }, false, true],
  [{ type: ['array', 'string'], items: { $ref: '#/components/schemas/Id' } }, false, true],
  [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, false, false],
  [{ type: 'array' }, false, false],
  [{ type: 'object' }, false, false],
  [{ type: ['array', 'object'], items: { type: 'string' } }, false, false],
  [{}, false, false],
])('%j: always a scalar is %s, a scalar or a list of scalars is %s', (schema, isScalar, isScalarOrList) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    components: { schemas: { Id: { type: 'string' }, Tested: schema } },
  };
  const node = new SchemaGraph(readModel(document, 'a.json')).node({
    schema,
    pointer: '#/components/schemas/Tested',
  });
  expect([isSimple(node, false), isSimple(node, true)]).toEqual([isScalar, isScalarOrList]);
});
