// Errors in a document whose intent is clear, served by an app as intended.
import { type JsonValue, readModel } from '@keyframe/openapi-model';
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { generate } from '../src/index.ts';
import { ask, documentOfPaths, generated } from './mount.ts';

const TASK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const DOCUMENT = documentOfPaths({
  '/tasks': {
    get: {
      operationId: 'listTasks',
      parameters: [
        {
          name: 'owner',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { maxLength: 3, type: 'string' },
        },
        { name: 'page', in: 'query', style: 'deepObject', schema: { type: 'integer' } },
      ],
      responses: { '2xx': { description: 'a', content: { 'application/json': { schema: TASK } } } },
    },
  },
});

const PATTERNS = documentOfPaths({
  '/patterns': {
    get: {
      operationId: 'getPatterns',
      parameters: [
        { name: 'day', in: 'query', schema: { type: 'string', pattern: '^\\d\\-\\d$' } },
        { name: 'code', in: 'query', schema: { type: 'string', pattern: '(?i)^[a-c]+$' } },
        { name: 'broken', in: 'query', schema: { type: 'string', pattern: '\\d{1-5}', maxLength: 3 } },
        { name: 'slow', in: 'query', schema: { type: 'string', pattern: '^(a+)+$' } },
        { name: 'repeated', in: 'query', schema: { type: 'string', pattern: '^(a+)\\1$' } },
      ],
      responses: {},
    },
  },
});

const { mount, documentOf } = await generated(DOCUMENT, { lenient: true });

test('a document without a title has the type of whole ones', () => {
  const model = readModel({ openapi: '3.1.0', info: {}, paths: {} }, 'a.json', { lenient: true });
  const file = generate(model).find(({ path }) => path === 'document.ts');
  expect(file?.text).toContain('const document: OpenApiDocument = data as object as OpenApiDocument;');
});

test('a deep object of a single value is read as name=value', async () => {
  const app = mount();
  const { body } = await ask(app, '/tasks?owner=me&page=2');
  expect(body).toEqual({ id: 'listTasks', query: { owner: 'me', page: 2 } });
  expect((await ask(app, '/tasks?owner[a]=b')).body).toEqual({ id: 'listTasks', query: {} });
  expect((await ask(app, '/tasks?owner=them')).status).toBe(400);
  expect((await ask(app, '/tasks?page=two')).status).toBe(400);
});

test('responses of a lower-case range are checked', async () => {
  const given: unknown[] = [];
  const answer = (body: object) => ({
    handlers: { listTasks: () => Response.json(body, { status: 201 }) },
    options: { responseValidation: { report: (violation: unknown) => given.push(violation) } },
  });
  expect((await ask(mount(answer({ id: 1 })), '/tasks')).status).toBe(201);
  expect(given).toEqual([]);
  await ask(mount(answer({ id: 'a' })), '/tasks');
  expect(given).toMatchObject([{ status: 201, issues: [{ where: 'body', path: ['id'] }] }]);
});

test('the app serves the document as it was written', () => {
  expect(JSON.parse(JSON.stringify(documentOf(mount())))).toEqual(DOCUMENT);
});

test.each([
  ['day=1-2&code=aBc', 200],
  ['day=12', 400],
  ['code=abd', 400],
  ['broken=a', 200],
  ['broken=abcd', 400],
  [`slow=${'a'.repeat(50_000)}b`, 400],
  [`slow=${'a'.repeat(50_000)}`, 200],
  [`repeated=${'a'.repeat(40)}b`, 200],
])(
  'patterns of other dialects are applied, and those without a fast matcher are annotations: %s',
  async (query, status) => {
    const { mount } = await generated(PATTERNS, { lenient: true });
    expect((await ask(mount(), `/patterns?${query}`)).status).toBe(status);
  },
);

test('in strict mode only needless escapes are accepted', async () => {
  await expect(generated(PATTERNS)).rejects.toThrow(/\(\?i\).*\{1-5\} is not a quantifier.*ReDoS/s);
  await expect(generated(PATTERNS)).rejects.not.toThrow('day');
});

const OBJECTS = { type: 'array', items: { type: 'object', properties: { a: {} } } };
const ID = { in: 'path', required: true, schema: { type: 'string' } };

test('a parameter that its style cannot represent is a text, or a list of texts', async () => {
  const parameters = [
    { name: 'filters', in: 'query', schema: OBJECTS },
    { name: 'sort', in: 'query', explode: false, schema: { type: 'object', properties: { by: OBJECTS } } },
  ];
  const document = documentOfPaths({ '/a': { get: { operationId: 'a', parameters, responses: {} } } });
  await expect(generated(document)).rejects.toThrow('an object in a list');
  const { mount, documentOf } = await generated(document, { lenient: true });
  const app = mount();
  const { body } = await ask(app, `/a?filters={"a":1}&filters=b&sort=by,1`);
  expect(body).toEqual({ id: 'a', query: { filters: ['{"a":1}', 'b'], sort: 'by,1' } });
  expect(JSON.parse(JSON.stringify(documentOf(app)))).toEqual(document);
});

test('an alternative of an undeclared security scheme is ignored beside a declared one', async () => {
  const paths = { '/a': { get: { operationId: 'a', responses: {}, security: [{ gone: [] }, { key: [] }] } } };
  const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
  const document = documentOfPaths(paths, { components: { securitySchemes } });
  await expect(generated(document)).rejects.toThrow('Security scheme "gone" not found.');
  const { mount } = await generated(document, { lenient: true });
  const app = mount({
    options: { security: { key: (_context: unknown, _scopes: unknown, token: string) => token === 'good' } },
  });
  expect((await app.request('/a')).status).toBe(401);
  expect((await app.request('/a', { headers: { authorization: 'Bearer good' } })).status).toBe(200);
});

test('without a declared alternative, an undeclared security scheme needs a handler of its name', async () => {
  const paths = { '/a': { get: { operationId: 'a', responses: {}, security: [{ gone: ['read'] }] } } };
  const document = documentOfPaths(paths);
  await expect(generated(document)).rejects.toThrow('Security scheme "gone" not found.');
  const { mount } = await generated(document, { lenient: true });
  const calls: unknown[] = [];
  const gone = ({ req }: Context, ...rest: unknown[]) => {
    calls.push(rest);
    return req.header('x-pass') === 'good';
  };
  const app = mount({ options: { security: { gone } } });
  const refused = await app.request('/a', { headers: { authorization: 'Bearer good' } });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null]);
  expect((await app.request('/a', { headers: { 'x-pass': 'good' } })).status).toBe(200);
  expect(calls).toEqual([
    [['read'], undefined],
    [['read'], undefined],
  ]);
  expect(() => mount({ options: { security: {} } })).toThrow('No handler for the security scheme "gone".');
});

test('the first of identical paths is mounted, and links may lead to the others', async () => {
  const operation = (operationId: string, name: string) => ({
    get: { operationId, parameters: [{ ...ID, name }], responses: {} },
  });
  const responses = { 200: { description: 'a', links: { next: { operationId: 'b' } } } };
  const document = documentOfPaths({
    '/{a}': operation('a', 'a'),
    '/{b}': operation('b', 'b'),
    '/c/d': { get: { operationId: 'c', responses } },
  });
  const warnings: string[] = [];
  generate(readModel(document as unknown as JsonValue, 'a.json'), {
    onWarning: ({ message }) => warnings.push(message),
  });
  expect(warnings).toEqual([expect.stringContaining('/{b} is identical to /{a}')]);
  const { mount } = await generated(document);
  expect((await ask(mount(), '/x')).body).toEqual({ id: 'a', param: { a: 'x' } });
});

test('a link to an unknown operation is ignored', async () => {
  const responses = { 200: { description: 'a', links: { next: { operationId: 'b' } } } };
  const document = documentOfPaths({ '/a': { get: { operationId: 'a', responses } } });
  await expect(generated(document)).rejects.toThrow('Operation "b" not found.');
  const { mount } = await generated(document, { lenient: true });
  expect((await ask(mount(), '/a')).status).toBe(200);
});

test('a style that its location does not have is the default one', async () => {
  const parameters = [{ name: 'a', in: 'query', style: 'simple', schema: { type: 'array', items: {} } }];
  const document = documentOfPaths({ '/a': { get: { operationId: 'a', parameters, responses: {} } } });
  await expect(generated(document)).rejects.toThrow('A query parameter cannot have the style "simple".');
  const { mount } = await generated(document, { lenient: true });
  expect((await ask(mount(), '/a?a=1,2')).body).toEqual({ id: 'a', query: { a: ['1', '2'] } });
});
