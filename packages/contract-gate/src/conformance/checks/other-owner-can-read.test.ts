import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
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

test.each([
  ['get', 200, ['A GET of another owner returned 200.']],
  ['get', 404, []],
  ['delete', 204, []],
])('a %s of another owner with the status %i: %j', (method, status, messages) => {
  const observed = {
    client: {} as never,
    operation: { method } as Operation,
    exchange: { response: { status } } as Exchange,
  };
  expect(otherOwnerCanRead.run(observed).map(({ message }) => message)).toEqual(messages);
});
