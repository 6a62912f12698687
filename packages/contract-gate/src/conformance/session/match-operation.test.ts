import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { matchOperation } from './match-operation.ts';

const responses = { '200': { description: 'Fine.' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const { operations } = readModel(
  {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/things/{id}': { get: { parameters, responses }, delete: { parameters, responses } },
      '/things/mine': { get: { responses } },
      '/new things/{id}': { get: { parameters, responses } },
    },
  },
  'document.json',
);

test.each([
  ['GET', '/v1/things/7?full=true', 'get /things/{id}'],
  ['DELETE', '/v1/things/7', 'delete /things/{id}'],
  ['GET', '/v1/things/mine', 'get /things/mine'],
  ['PATCH', '/v1/things/mine', 'get /things/mine'],
  ['GET', '/v1/new%20things/7', 'get /new things/{id}'],
  ['GET', '/v1/other', undefined],
])('%s %s belongs to %s', (method, target, expected) => {
  const found = matchOperation(operations, { method, target, headers: [], body: undefined }, () => '/v1');
  expect(found && `${found.method} ${found.path}`).toBe(expected);
});
