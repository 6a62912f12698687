import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { listObjects } from './work-arguments.ts';

const ITSELF = { $ref: '#/components/schemas/Subject' };

test.each<[JsonObject, string[]]>([
  [{ type: 'object', properties: { id: {} } }, ['']],
  [{ type: 'array', items: { type: 'object', properties: { id: {} } } }, ['[*]']],
  [{ type: 'object', properties: { job: { type: 'object', properties: { id: {} } } } }, ['', 'job']],
  [{ type: 'array', items: ITSELF }, []],
  [{ type: 'object', properties: { a: ITSELF } }, ['', 'a', 'a/a']],
])('the objects in %j are at %j', (schema, expected) => {
  const info = { title: 'a', version: '1' };
  const document = { openapi: '3.1.1', info, components: { schemas: { Subject: schema } } };
  const model = readModel(document, 'a.json');
  const located = model.schemas.get('Subject');
  const objects = listObjects(located && new SchemaGraph(model).node(located));
  expect(objects.map(({ path }) => path.join('/'))).toEqual(expected);
});
