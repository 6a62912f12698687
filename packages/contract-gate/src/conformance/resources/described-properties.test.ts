import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import type { Draft } from '../requests/draft.ts';
import type { Session } from '../session/session.ts';
import { selectReturnable, sentResource, settableProperties } from './described-properties.ts';

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

const ATTRIBUTES = { name: 'a' };

test.each<[path: string, body: JsonObject, expected: JsonObject]>([
  ['/articles/{id}', { data: ATTRIBUTES }, ATTRIBUTES],
  ['/articles/{id}', { article: ATTRIBUTES }, ATTRIBUTES],
  ['/articles/{id}', { owner: ATTRIBUTES }, { owner: ATTRIBUTES }],
  ['/articles/{id}', { data: ATTRIBUTES, name: 'b' }, { data: ATTRIBUTES, name: 'b' }],
  ['/articles/{id}', { data: 'a' }, { data: 'a' }],
])('the body of an update of %s, %j, contains the resource %j', (resourcePath, value, expected) => {
  const { session } = readOperation([]);
  const mediaType = { name: 'application/json' };
  const draft = { operation: { resourcePath }, body: { mediaType, value } } as unknown as Draft;
  expect(sentResource(draft, session.conventions)).toEqual(expected);
});

const OBJECT = { type: 'object', properties: { name: NAME } };

const FILE = { type: 'string', format: 'binary' };

test.each<[schema: object, names: string[], type?: string]>([
  [{ type: 'object', properties: { data: OBJECT } }, ['name']],
  [{ type: 'object', properties: { data: OBJECT, version: NAME } }, ['data', 'version']],
  [{ type: 'object', properties: { data: NAME } }, ['data']],
  [{ type: 'object', properties: { name: NAME, photo: FILE } }, ['name'], 'multipart/form-data'],
])('a request with the schema %j sets %j', (schema, names, name = 'application/json') => {
  const { operation, session } = readOperation([{ name: 'a', schema: { ...schema } }]);
  const content = [{ name, schema: operation.parameters[0]?.schema, encoding: [] }];
  const update = { resourcePath: '/articles/{id}', requestBody: { content } } as unknown as Operation;
  expect([...settableProperties(session as Session, update).keys()]).toEqual(names);
});
