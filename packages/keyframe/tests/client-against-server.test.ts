// Generated clients against generated servers of the same documents, over HTTP: a handler returns what it got.
import { OpenAPIHono } from '@hono/zod-openapi';
import { generate as generateClient } from '@keyframe/openapi-client';
import { generate as generateServer } from '@keyframe/openapi-hono';
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { importGenerated, serveApp } from './generated-code.ts';

type Send = (client: object, request?: object) => Promise<unknown>;

interface ClientModule {
  createClient: (options: object) => object;
  isErrorOf: (error: unknown, id: string) => boolean;
  send: Send;
  [name: string]: unknown;
}

interface ServerModule {
  operations: Readonly<Record<string, object>>;
  registerRoutes: (app: OpenAPIHono, handlers: object, options: object) => unknown;
}

const TARGETS = ['param', 'query', 'header', 'cookie', 'json', 'form'];

function echo(context: Context): Response {
  const valid = (target: string): unknown => context.req.valid(target as never);
  const targets = TARGETS.map((target) => [target, valid(target)]);
  return context.json(Object.fromEntries(targets));
}

async function start(document: JsonObject, handler: (context: Context) => Response = echo) {
  const model = readModel(document, 'a.json');
  const { files } = await generateClient(model, { validate: true });
  const api = (await importGenerated('openapi-client', files)) as ClientModule;
  const server = (await importGenerated('openapi-hono', generateServer(model))) as ServerModule;
  const app = new OpenAPIHono();
  const handlers = Object.fromEntries(Object.keys(server.operations).map((id) => [id, handler]));
  server.registerRoutes(app, handlers, {});
  const listening = await serveApp(app);
  const client = api.createClient({ baseUrl: listening.url, retries: 0 });
  return { api, client, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const OBJECT = {
  type: 'object',
  properties: { k: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } },
};
const OK = { 200: { description: 'The values.', content: json({}) } };
const documentOf = (path: string, operation: JsonObject, others: JsonObject = {}): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'a', version: '1' },
  paths: { [path]: { post: { operationId: 'send', responses: OK, ...operation } } },
  ...others,
});
const parameter = (location: string, name: string, others: JsonObject) => ({
  in: location,
  name,
  required: location === 'path',
  ...others,
});

interface Row {
  title: string;
  document: JsonObject;
  request: object;
  received: object;
}

const VALUE = { k: 1, list: ['a,b', 'ä"'] };
const ROWS: Row[] = [
  {
    title: 'parameters with a media type',
    document: documentOf('/a/{where}', {
      parameters: [
        parameter('path', 'where', { content: json(OBJECT) }),
        parameter('query', 'filter', { content: json(OBJECT) }),
        parameter('header', 'X-Meta', {
          content: json({ type: 'object', properties: { t: { type: 'string' } } }),
        }),
        parameter('cookie', 'pref', { content: json({ type: 'boolean' }) }),
      ],
    }),
    request: {
      path: { where: VALUE },
      query: { filter: VALUE },
      header: { 'X-Meta': { t: 'v' } },
      cookie: { pref: true },
    },
    received: {
      param: { where: VALUE },
      query: { filter: VALUE },
      header: { 'X-Meta': { t: 'v' } },
      cookie: { pref: true },
    },
  },
  {
    title: 'a parameter with a media type and a schema with a reference and null',
    document: documentOf(
      '/a',
      {
        parameters: [
          parameter('query', 'filter', {
            content: json({ type: ['array', 'null'], items: { $ref: '#/components/schemas/Value' } }),
          }),
        ],
      },
      { components: { schemas: { Value: OBJECT } } },
    ),
    request: { query: { filter: [VALUE, {}] } },
    received: { query: { filter: [VALUE, {}] } },
  },
  {
    title: 'names of parameters that are no identifiers',
    document: documentOf('/a', {
      parameters: [
        parameter('query', 'ids[]', { schema: { type: 'array', items: { type: 'integer' } } }),
        parameter('query', 'größe', { schema: { type: 'integer' } }),
        parameter('query', 'page', {
          style: 'deepObject',
          schema: { type: 'object', properties: { size: { type: 'integer' } } },
        }),
        parameter('cookie', 'c[a]', { schema: { type: 'string' } }),
      ],
    }),
    request: { query: { 'ids[]': [1, 2], größe: 1, page: { size: 5 } }, cookie: { 'c[a]': 'x' } },
    received: { query: { 'ids[]': [1, 2], größe: 1, page: { size: 5 } }, cookie: { 'c[a]': 'x' } },
  },
  {
    title: 'texts that a list would split, and an object without members',
    document: documentOf('/a', {
      parameters: [
        parameter('header', 'X-Name', { schema: { type: 'string' } }),
        parameter('query', 'q', { explode: false, schema: { type: 'string' } }),
        parameter('query', 'o', {
          explode: false,
          schema: { type: 'object', properties: { k: { type: 'string' } } },
        }),
      ],
    }),
    request: { header: { 'X-Name': 'a, "b"; c=1' }, query: { q: 'a,b', o: {} } },
    received: { header: { 'X-Name': 'a, "b"; c=1' }, query: { q: 'a,b', o: {} } },
  },
  ...['application/x-www-form-urlencoded', 'multipart/form-data'].map((media) => {
    const values = { '%41': 'a', '"q" ä': 'b', 'ids[]': 'c' };
    const properties = Object.fromEntries(Object.keys(values).map((name) => [name, { type: 'string' }]));
    return {
      title: `names of fields in ${media}`,
      document: documentOf('/a', {
        requestBody: { required: true, content: { [media]: { schema: { type: 'object', properties } } } },
      }),
      request: { body: values },
      received: { form: values },
    };
  }),
  {
    title: 'binary strings in JSON',
    document: documentOf('/a', {
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: {
            avatar: { type: ['string', 'null'], format: 'binary' },
            all: { type: 'array', items: { type: 'string', format: 'binary' } },
          },
        }),
      },
    }),
    request: { body: { avatar: 's', all: ['a', 'b'] } },
    received: { json: { avatar: 's', all: ['a', 'b'] } },
  },
  {
    title: 'a form without fields',
    document: documentOf('/a', {
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
          },
        },
      },
    }),
    request: { body: { tags: [] } },
    received: { form: {} },
  },
  ...['application/x-www-form-urlencoded', 'multipart/form-data'].map((media) => ({
    title: `fields of ${media} that are JSON`,
    document: documentOf('/a', {
      requestBody: {
        required: true,
        content: {
          [media]: {
            schema: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                texts: { type: 'array', items: { type: 'string' } },
                count: { type: 'integer' },
                object: OBJECT,
              },
            },
            encoding: Object.fromEntries(
              ['text', 'texts', 'count', 'object'].map((name) => [name, { contentType: 'application/json' }]),
            ),
          },
        },
      },
    }),
    request: { body: { text: '1', texts: ['a', 'null'], count: 1, object: VALUE } },
    received: { form: { text: '1', texts: ['a', 'null'], count: 1, object: VALUE } },
  })),
  {
    title: 'additional properties with a schema next to other members',
    document: documentOf('/a', {
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: { summary: { type: 'string' } },
          additionalProperties: OBJECT,
        }),
      },
    }),
    request: { body: { summary: 's', total: { k: 1 } } },
    received: { json: { summary: 's', total: { k: 1 } } },
  },
  {
    title: 'lists of Swagger 2.0',
    document: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/a/{ids}': {
          post: {
            operationId: 'send',
            consumes: ['application/x-www-form-urlencoded'],
            parameters: [
              { in: 'path', name: 'ids', required: true, type: 'array', items: { type: 'integer' } },
              {
                in: 'query',
                name: 'piped',
                type: 'array',
                collectionFormat: 'pipes',
                items: { type: 'string' },
              },
              {
                in: 'query',
                name: 'spaced',
                type: 'array',
                collectionFormat: 'ssv',
                items: { type: 'string' },
              },
              { in: 'header', name: 'X-L', type: 'array', items: { type: 'string' } },
              { in: 'formData', name: 'csv', type: 'array', items: { type: 'string' } },
              {
                in: 'formData',
                name: 'many',
                type: 'array',
                collectionFormat: 'multi',
                items: { type: 'string' },
              },
            ],
            responses: { 200: { description: 'The values.', schema: {} } },
          },
        },
      },
    },
    request: {
      path: { ids: [1, 2] },
      query: { piped: ['a', 'b'], spaced: ['a', 'b'] },
      header: { 'X-L': ['x', 'y'] },
      body: { csv: ['a', 'b'], many: ['c', 'd'] },
    },
    received: {
      param: { ids: [1, 2] },
      query: { piped: ['a', 'b'], spaced: ['a', 'b'] },
      header: { 'X-L': ['x', 'y'] },
      form: { csv: ['a', 'b'], many: ['c', 'd'] },
    },
  },
  {
    title: 'a union with a discriminator inside allOf',
    document: documentOf(
      '/a',
      {
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            properties: {
              how: {
                allOf: [{ $ref: '#/components/schemas/Cutting' }],
                description: 'How.',
                default: { name: 'Size', tokens: 1 },
              },
            },
          }),
        },
      },
      {
        components: {
          schemas: {
            Cutting: {
              oneOf: [{ $ref: '#/components/schemas/Size' }, { $ref: '#/components/schemas/Sentence' }],
              discriminator: { propertyName: 'name' },
            },
            Size: {
              type: 'object',
              required: ['name'],
              properties: { name: { type: 'string' }, tokens: { type: 'integer' } },
            },
            Sentence: {
              type: 'object',
              required: ['name'],
              properties: { name: { const: 'sentence' }, limit: { type: 'integer' } },
            },
          },
        },
      },
    ),
    request: { body: { how: { name: 'sentence', limit: 1 } } },
    received: { json: { how: { name: 'sentence', limit: 1 } } },
  },
];

test.each(ROWS)('$title', async ({ document, request, received }) => {
  await using peers = await start(document);
  expect(await peers.api.send(peers.client, request)).toEqual(received);
});

const NAMES = ['String', 'Standard', 'Object', 'Response', 'Error', 'Promise', 'Record', 'Check'];

const RUNTIME = new Set([
  'bind',
  'createClient',
  'extend',
  'isClientError',
  'isErrorOf',
  'resultOf',
  'serverUrl',
]);

test.each(['99', '0', '1e3', 'delete', '__proto__', 'a-b', 'constructor'])(
  'an operation %s',
  async (operationId) => {
    const document = documentOf('/a', {
      operationId,
      responses: { ...OK, 404: { description: 'None.', content: json(OBJECT) } },
    });
    const missing = (context: Context) => context.json({ k: 1 }, 404);
    await using peers = await start(document, missing);
    const functions = Object.keys(peers.api).filter((key) => !RUNTIME.has(key) && !/^[A-Z]/.test(key));
    expect(functions).toHaveLength(1);
    const send = peers.api[functions[0] ?? ''] as Send;
    const error = await send(peers.client).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: 404, data: { k: 1 } });
    expect(peers.api.isErrorOf(error, operationId)).toBe(true);
  },
);

test('an operation that redirects checks its failures, with components that have names of globals', async () => {
  const schemas = Object.fromEntries(NAMES.map((name) => [name, OBJECT]));
  const failures = NAMES.map((name, index) => [
    String(400 + index),
    { description: name, content: json({ $ref: `#/components/schemas/${name}` }) },
  ]);
  const responses = {
    302: { description: 'Elsewhere.', headers: { Location: { schema: { type: 'string' } } } },
    ...Object.fromEntries(failures),
  };
  let body: object = { k: 1 };
  const fail = (context: Context) => context.json(body, 404);
  await using peers = await start(documentOf('/a', { responses }, { components: { schemas } }), fail);
  const call = () => peers.api.send(peers.client).catch((cause: unknown) => cause);
  expect(await call()).toMatchObject({ status: 404, data: { k: 1 } });
  body = { k: 'x' };
  expect(await call()).toMatchObject({ message: expect.stringContaining('k must be') });
});
