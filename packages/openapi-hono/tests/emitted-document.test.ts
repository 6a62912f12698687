import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';
import { documentOfPaths, generated } from './mount.ts';

const OK = { 200: { description: 'ok' } };

test.each([
  [
    'extensions of any kind beside responses',
    documentOfPaths({
      '/a': {
        get: { operationId: 'a', responses: { ...OK, 'x-a': 3, 'x-b': null, 'x-c': 'text', 'x-d': [1] } },
      },
    }),
  ],
  [
    'names that every object inherits',
    documentOfPaths(
      {},
      JSON.parse(`{
        "webhooks": { "__proto__": { "post": {} }, "constructor": { "post": {} } },
        "components": {
          "schemas": { "__proto__": { "type": "string" }, "toString": { "type": "string" } },
          "headers": { "__proto__": { "schema": { "type": "string" } } },
          "x-a": 1
        }
      }`),
    ),
  ],
  [
    'members that OpenAPI does not know',
    documentOfPaths({
      '/a': { get: { operationId: 'a', request: { body: 1 }, responses: OK, method: 'x' } },
    }),
  ],
  ['components without one', documentOfPaths({}, { components: { schemas: {}, links: {} }, webhooks: {} })],
])('%s are emitted', async (_name, document) => {
  const { mount, documentOf } = await generated(document);
  expect(JSON.parse(JSON.stringify(documentOf(mount())))).toEqual(document);
});

test('routes and components of an app beside those of the document are emitted with them', async () => {
  const { mount, documentOf } = await generated(
    documentOfPaths(
      { '/a': { summary: 'A', get: { operationId: 'a', responses: OK } } },
      { components: { schemas: { A: {} } } },
    ),
  );
  const app = mount({ app: new OpenAPIHono() });
  const own = { responses: { 200: { description: 'own' } } };
  app.openAPIRegistry.registerPath({ method: 'post', path: '/a', ...own });
  app.openAPIRegistry.registerPath({ method: 'get', path: '/b', ...own });
  app.openAPIRegistry.registerComponent('schemas', 'B', { type: 'string' });
  expect(documentOf(app)).toMatchObject({
    paths: { '/a': { summary: 'A', get: { operationId: 'a' }, post: own }, '/b': { get: own } },
    components: { schemas: { A: {}, B: { type: 'string' } } },
  });
});

test('ids of operations may be numbers or reserved words, schemas may ignore the value', async () => {
  const ids = ['1', '200', 'class', 'get-a', 'getA', 'toString', 'größe'];
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, responses: OK } }]));
  const schemas = { Anything: true, Nothing: false, 1: {}, größe: { type: 'string' } };
  await using folder = await generateIntoFolder(documentOfPaths(paths, { components: { schemas } }));
  expect(await compileFolder(folder)).toBe('');
});
