import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { Exchange } from '../session/session.ts';
import { linkUnresolvable } from './link-unresolvable.ts';

const target = {
  id: 'getAuthor',
  operationId: 'getAuthor',
  method: 'get',
  path: '/authors/{id}',
  parameters: [],
} as unknown as Operation;
const link = { name: 'author', operationId: 'getAuthor', parameters: { id: '$response.body#/authorId' } };
const operation = { responses: [{ status: '200', links: [link] }] } as unknown as Operation;

test.each<[value: JsonValue, messages: string[]]>([
  [{}, ['The link author has no value.']],
  [{ authorId: null }, []],
  [{ authorId: 7 }, ['Following the link author returned 404.']],
])('a link whose value is in the body %j: %j', async (value, messages) => {
  const client = {
    collection: {},
    context: {
      plans: { best: () => [] },
      pool: { bind: (draft: unknown) => draft },
      session: {
        model: { operations: [target] },
        coverage: { count: () => {} },
        send: async () => ({ response: { status: 404 } }),
      },
    },
  } as unknown as ResourceClient;
  const exchange = {
    operation,
    request: { target: '/', method: 'POST', headers: [] },
    response: { status: 200, headers: [] },
    body: { kind: 'json', value },
    draft: { operation, parameters: new Map() },
  } as unknown as Exchange;
  const violations = await linkUnresolvable.run({ client, exchange });
  expect(violations.map(({ message }) => message)).toEqual(messages);
});
