import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import type { Exchange } from '../session/session.ts';
import { otherOwnerCanRead } from './other-owner-can-read.ts';

const operation = { method: 'post', pointer: '#/paths/~1a/post' } as Operation;
const exchange = { operation, response: { status: 201 } } as Exchange;

test.each([
  ['a', 'a', ['The Idempotency-Key of another owner returned the result a of that owner.']],
  ['a', 'b', []],
  [undefined, undefined, []],
  ['a', undefined, []],
])('a key that led to %s leads another owner to %s: %j', (ownResult, foreignResult, messages) => {
  const observed = { operation, pointer: '#/key', exchange, ownResult, foreignResult };
  const violations = otherOwnerCanRead.run(observed);
  expect(violations.map(({ message }) => message)).toEqual(messages);
});

const { session } = readOperation([]);
const client = { context: { session, pool: { collections: [] } } } as never;

test.each<[method: string, status: number, value: JsonValue, messages: string[]]>([
  ['get', 200, { tags: [] }, ['A GET of another owner returned 200.']],
  ['get', 200, [{ id: 'a' }], ['A GET of another owner returned 200.']],
  ['get', 200, [], []],
  ['get', 404, {}, []],
  ['delete', 204, {}, []],
])('a %s of another owner with the status %i and the body %j: %j', (...values) => {
  const [method, status, value, messages] = values;
  const other = {
    method,
    path: '/things/{id}',
    parameters: [],
    responses: [],
  } as unknown as Operation;
  const observed = {
    client,
    operation: other,
    exchange: { operation: other, response: { status }, body: { kind: 'json', value } } as Exchange,
  };
  expect(otherOwnerCanRead.run(observed).map(({ message }) => message)).toEqual(messages);
});
