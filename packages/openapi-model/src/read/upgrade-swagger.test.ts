import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { inspectModel } from '../model/read-model.ts';
import { upgradeSwagger } from './upgrade-swagger.ts';

const SWAGGER: JsonObject = {
  swagger: '2.0',
  info: { title: 'A', version: '1' },
  host: 'example.com',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  definitions: { Pet: { type: 'object', properties: { name: { type: 'string', 'x-nullable': true } } } },
  paths: {
    '/pets/{id}': {
      put: {
        operationId: 'putPet',
        parameters: [
          { name: 'id', in: 'path', required: true, type: 'integer', minimum: 1, exclusiveMinimum: true },
          { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
          { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
        ],
        responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
      },
    },
  },
};

function upgrade(document: JsonObject = SWAGGER): JsonObject {
  const upgraded = upgradeSwagger(document);
  if ('problem' in upgraded) throw new Error(upgraded.problem.message);
  return upgraded.document;
}

test('members that only Swagger has are gone, also without a host', () => {
  const { host: _host, ...others } = SWAGGER;
  const operation = { schemes: ['https'], consumes: ['text/plain'], responses: {} };
  const upgraded = upgrade({ ...others, paths: { '/pets': { get: operation } } });
  expect(Object.keys(upgraded).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'servers']);
  expect(upgraded).toMatchObject({ servers: [{ url: '/v1' }] });
  expect(upgraded.paths).toEqual({ '/pets': { get: { responses: {} } } });
});

test('Swagger 2.0 becomes OpenAPI 3.1', () => {
  const upgraded = upgrade();
  expect(upgraded).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'https://example.com/v1' }],
    components: { securitySchemes: { key: { type: 'apiKey' } }, schemas: { Pet: { type: 'object' } } },
  });
  expect(upgraded.paths).toMatchObject({
    '/pets/{id}': {
      put: {
        parameters: [
          { name: 'id', in: 'path', schema: { type: 'integer', exclusiveMinimum: 1 } },
          { name: 'tags', in: 'query', style: 'form', explode: false, schema: { type: 'array' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
    },
  });
});

test.each([
  [{ in: 'body', name: 'pet', required: true, schema: { type: 'object' } }, 'application/json'],
  [{ in: 'formData', name: 'pet', type: 'string' }, 'application/x-www-form-urlencoded'],
])('a reference to the shared parameter %j becomes a request body', (parameter, type) => {
  const consumes = [type];
  const parameters = [{ $ref: '#/parameters/a~1b' }];
  const inspected = inspectModel(
    {
      ...SWAGGER,
      parameters: { 'a/b': parameter },
      paths: { '/pets': { post: { consumes, parameters, responses: { 201: { description: 'ok' } } } } },
    },
    'a.yaml',
  );
  expect(inspected.problems).toEqual([]);
  const [operation] = inspected.model?.operations ?? [];
  expect(operation?.parameters).toEqual([]);
  expect(operation?.requestBody?.content.map(({ name }) => name)).toEqual([type]);
});

test.each<[JsonValue, pointer: string]>([
  [null, '#/paths/~1a/get'],
  [{ parameters: null }, '#/paths/~1a/get/parameters'],
  [{ parameters: 5 }, '#/paths/~1a/get/parameters/0'],
  [{ parameters: { $ref: '#/none' } }, '#/paths/~1a/get/parameters/0/$ref'],
  [{ parameters: [null] }, '#/paths/~1a/get/parameters/0'],
  [{ parameters: [{ name: 'q', type: 'string' }] }, '#/paths/~1a/get/parameters/0'],
])('Swagger 2.0: %j is a fault of its operation alone', (operation, pointer) => {
  const paths = { '/a': { get: operation }, '/b': { get: {} } };
  const { model, problems } = inspectModel({ ...SWAGGER, paths }, 'a.yaml');
  expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
  expect(model?.operations.map(({ path }) => path)).toContain('/b');
});
