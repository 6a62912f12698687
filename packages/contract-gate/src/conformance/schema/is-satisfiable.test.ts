import { readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { isSatisfiable } from './is-satisfiable.ts';

const closed = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const never = { allOf: [{ ...closed }, { type: 'object', additionalProperties: false }] };

test.each<[boolean, object, (number | string)[]]>([
  [true, closed, []],
  [false, never, []],
  [true, { type: 'array', items: never }, []],
  [false, { type: 'array', items: never }, [0, 'id']],
  [false, { type: 'object', properties: { list: { type: 'array', items: never } } }, ['list', 2]],
  [true, { type: 'object', properties: { list: { type: 'array', items: never } } }, ['other']],
])('returns %j for %j at %j', (expected, schema, path) => {
  const content = { 'application/json': { schema } };
  const responses = { '200': { description: 'The result', content } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    paths: { '/a': { get: { responses } } },
  };
  const model = readModel(JSON.parse(JSON.stringify(document)), 'a.json');
  const space = new SchemaSpace(new ExactValidators(model), 'response');
  const located = model.operations[0]?.responses[0]?.content[0]?.schema;
  expect(located && isSatisfiable(space, located, path)).toBe(expected);
});
