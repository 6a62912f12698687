import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

function createPaths(paths: JsonObject) {
  return createMock({ openapi: '3.0.3', info: { title: 'Examples', version: '1.0.0' }, paths });
}

function describe(status: string, schema: JsonObject, named: Record<string, unknown>): JsonObject {
  const examples = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }]));
  return {
    [status]: { description: 'A response', content: { 'application/json': { schema, examples } } },
  } as JsonObject;
}

const NAMED = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const VALID = { type: 'object', required: ['valid'], properties: { valid: { type: 'boolean' } } };
const SERVICE = { type: 'object', required: ['service'], properties: { service: { type: 'string' } } };

const MOCK = createPaths({
  '/resources': {
    get: {
      parameters: [
        {
          name: 'type',
          in: 'query',
          schema: { type: 'string' },
          examples: { one: { value: 'standard' }, two: { value: 'premium' }, three: { value: 'premium' } },
        },
        { name: 'size', in: 'query', schema: { type: 'integer' }, examples: { three: { value: 3 } } },
      ],
      responses: describe(
        '200',
        { type: 'array', items: NAMED },
        {
          one: [{ name: 'a' }],
          two: [{ name: 'gold' }],
          three: [{ name: 'small' }],
        },
      ),
    },
  },
  '/checks': {
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: SERVICE,
            examples: {
              known: { value: { service: 'S1' } },
              unknown: { value: { service: 'S4' } },
              broken: { value: { service: 'S5' } },
            },
          },
        },
      },
      responses: {
        ...describe('200', VALID, { known: { valid: true }, unknown: { valid: false } }),
        ...describe('404', NAMED, { other: { name: 'other' }, broken: { name: 'broken' } }),
      },
    },
  },
  '/people/{id}': {
    get: {
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'string' },
          examples: { ann: { value: '1' }, bob: { value: '2' } },
        },
      ],
      responses: {
        ...describe('200', NAMED, { ann: { name: 'Ann' }, bob: { name: 'Bob' } }),
        '404': { description: 'None' },
      },
    },
  },
});

test.each([
  { line: 'GET /resources?type=standard', status: 200, body: [{ name: 'a' }] },
  { line: 'GET /resources?type=premium', status: 200, body: [{ name: 'gold' }] },
  { line: 'GET /resources?type=premium&size=3', status: 200, body: [{ name: 'small' }] },
  { line: 'GET /resources?type=other', status: 200, body: [{ name: 'a' }] },
  { line: 'POST /checks', sent: { service: 'S1' }, status: 200, body: { valid: true } },
  { line: 'POST /checks', sent: { service: 'S4' }, status: 200, body: { valid: false } },
  { line: 'POST /checks', sent: { service: 'S9' }, status: 200, body: { valid: true } },
  { line: 'POST /checks', sent: { service: 'S5' }, status: 404, body: { name: 'broken' } },
  { line: 'GET /people/1', status: 200, body: { name: 'Ann' } },
  { line: 'GET /people/2', status: 200, body: { name: 'Bob' } },
])('$line with $sent gets the response example of its name', async ({ line, sent, status, body }) => {
  const response = await ask(MOCK, line, sent && { body: sent });
  expect([response.status, response.body]).toEqual([status, body]);
});

test.each([
  ['application/json', '{"day":"sun","size":2}'],
  ['application/x-www-form-urlencoded', 'day=sun'],
])('each media type of a request has its examples of a name: %s', async (type, body) => {
  const schema = { type: 'object', properties: { day: { type: 'string' }, size: { type: 'integer' } } };
  const list = (named: Record<string, unknown>) => ({
    schema,
    examples: Object.fromEntries(Object.entries(named).map(([name, value]) => [name, { value }])),
  });
  const content = {
    'application/json': list({ dry: { day: 'sun', size: 2 }, wet: { day: 'fog', size: 1 } }),
    'application/x-www-form-urlencoded': list({ dry: { day: 'sun' }, wet: { day: 'fog' } }),
  } as JsonObject;
  const responses = describe('200', NAMED, { wet: { name: 'rain' }, dry: { name: 'shine' } });
  const mock = createPaths({ '/quotes': { post: { requestBody: { content }, responses } } });
  const init = { method: 'POST', headers: { 'content-type': type }, body };
  const response = await mock.fetch(new Request('http://mock.example/quotes', init));
  expect(await response.json()).toEqual({ name: 'shine' });
});

test('Prefer comes before the example of the request', async () => {
  const { body } = await ask(MOCK, 'GET /people/1', { headers: { prefer: 'example=bob' } });
  expect(body).toEqual({ name: 'Bob' });
});

function read(parameter: string, schema: JsonObject, example: JsonObject): JsonObject {
  const content = { 'application/json': { schema, example } };
  return {
    parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }],
    get: { responses: { '200': { description: 'A thing', content }, '404': { description: 'None' } } },
  };
}

test.each([
  { path: '/people/{id}', example: { name: 'Ann' } },
  { path: '/people/{personId}', example: { code: 'Ann' } },
  { path: '/people/{person}', example: { name: 'Ann' } },
  { path: '/people/{person}', example: { id: '7', name: 'Ann' } },
  { path: '/people/{id}', example: { id: '7', name: 'Ann' } },
  { path: '/{key}', example: { id: '7', name: 'Ann' } },
])('without a list or a creation, $path with the example $example is read', async ({ path, example }) => {
  const properties = Object.fromEntries(Object.keys(example).map((name) => [name, { type: 'string' }]));
  const parameter = /\{(.*)\}/.exec(path)?.[1] ?? '';
  const mock = createPaths({ [path]: read(parameter, { type: 'object', properties }, example) });
  const response = await ask(mock, `GET ${path.replace(/\{.*\}/, '1')}`);
  expect([response.status, response.body]).toEqual([
    200,
    { ...example, ...('id' in example && { id: '1' }) },
  ]);
});

test.each<[string, unknown]>([
  ['/clinics/7', { id: 7, city: 'Bonn' }],
  ['/clinics/x', { id: 46, city: 'Bonn' }],
])('the read of %s, which nothing creates, is %j', async (path, expected) => {
  const id = { type: 'integer' };
  const schema = { type: 'object', required: ['id'], properties: { id, city: { type: 'string' } } };
  const mock = createPaths({
    '/clinics/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: describe('200', schema, { only: { id: 46, city: 'Bonn' } }),
      },
    },
  });
  expect(await ask(mock, `GET ${path}`)).toMatchObject({ status: 200, body: expected });
});
