import type { Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { Exchange } from '../session/session.ts';
import { otherOwnerCanChange } from './other-owner-can-change.ts';

test.each<[method: string, messages: string[]]>([
  ['delete', ['A DELETE of another owner returned 204.']],
  ['get', []],
  ['options', []],
  ['trace', []],
])('a %s of another owner that succeeds: %j', async (method, messages) => {
  const operation = { method } as Operation;
  const exchange = { operation, response: { status: 204 } } as Exchange;
  const violations = await otherOwnerCanChange.run({ client: undefined as never, operation, exchange });
  expect(violations.map(({ message }) => message)).toEqual(messages);
});
