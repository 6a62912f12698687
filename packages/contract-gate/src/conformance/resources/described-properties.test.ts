import type { JsonValue } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { selectReturnable } from './described-properties.ts';

const NAME = { type: 'string' };
const OWNER = { type: 'object', properties: { name: NAME, role: { enum: ['admin', 'guest'] } } };

test.each<[schema: object, value: JsonValue, expected: JsonValue]>([
  [{ type: 'object', properties: { name: NAME } }, { name: 'a', owner_id: 1 }, { name: 'a' }],
  [
    { type: 'object', properties: { owner: OWNER } },
    { owner: { name: 'a', id: 1 } },
    { owner: { name: 'a' } },
  ],
  [OWNER, { name: 'a', role: 'owner' }, { name: 'a' }],
  [{ type: 'object' }, { name: 'a' }, { name: 'a' }],
  [NAME, 'a', 'a'],
])('a response with the schema %j describes of %j only %j', (schema, value, expected) => {
  const { operation, session } = readOperation([{ name: 'a', schema: { ...schema } }]);
  const located = operation.parameters[0]?.schema;
  const node = located && session.responses.node(located);
  expect(selectReturnable(session, node, value)).toEqual(expected);
});
