import { readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { expectOmitted } from './expect-omitted.ts';
import type { ResourceClient } from './resource-client.ts';

const accepts = (...names: readonly string[]) => ({
  requestBody: {
    content: {
      'application/json': {
        schema: { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
      },
    },
  },
  responses: { '200': { description: 'Done.' } },
});

const model = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        post: accepts('name', 'kind', 'size'),
        put: accepts('name', 'created', 'updatedAt'),
        patch: accepts('name'),
      },
    },
  },
  'a.json',
);
const [create, put, patch] = ['post', 'put', 'patch'].map((method) =>
  model.operations.find((operation) => operation.method === method),
);
const requests = new SchemaSpace(new ExactValidators(model), 'request');
const client = {
  context: { session: { requests, conventions: new Conventions() } },
  collection: { create, put, patch },
} as unknown as ResourceClient;

test.each([
  ['patch', 'name', 'kept'],
  ['patch', 'kind', 'kept'],
  ['patch', 'updatedAt', undefined],
  ['patch', 'created', 'kept'],
  ['patch', 'id', 'kept'],
  ['patch', 'size', undefined],
  ['put', 'name', 'reset'],
  ['put', 'kind', undefined],
  ['put', 'updatedAt', undefined],
  ['put', 'owner', 'kept'],
  ['put', 'created', undefined],
  ['put', 'size', undefined],
])('after a %s, the property %s that the request omits, except size, is %s', (method, name, expected) => {
  const operation = method === 'put' ? put : patch;
  if (!operation) throw new Error('no operation');
  expect(expectOmitted(client, { operation, sent: { size: 'x' }, name })).toBe(expected);
});
