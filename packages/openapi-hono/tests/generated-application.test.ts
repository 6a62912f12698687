// A document with everything that is supported, generated, compiled, mounted and used.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { loadDocument } from '@keyframe/openapi-model';
import type { CheckedResponse, OpenApiDocument, ResponseIssue } from '@keyframe/openapi-runtime/server';
import type { Context } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { compileFolder, generateIntoFolder } from './generate-into-folder.ts';

interface Generated {
  registerRoutes: (app: OpenAPIHono, handlers: object, options?: object) => OpenAPIHono;
  documentOf: (app: OpenAPIHono) => OpenApiDocument;
  checkResponse: (operationId: string, response: CheckedResponse) => ResponseIssue[];

  schemas: Record<string, z.ZodType>;
}

const FIXTURE = join(import.meta.dirname, 'fixtures/library.yaml');
const BOOK = { id: 1, title: 'Emma' };
const source = (await loadDocument(FIXTURE)).document;
const folder = await generateIntoFolder(source);
const generated: Generated = {
  ...(await import(join(folder.path, 'index.ts'))),
  ...(await import(join(folder.path, 'document.ts'))),
};

afterAll(() => folder[Symbol.asyncDispose]());

function createApp(options: object = { security: false }) {
  const echo = (context: Context) =>
    context.json({
      query: context.req.valid('query' as never),
      param: context.req.valid('param' as never),
      header: context.req.valid('header' as never),
      cookie: context.req.valid('cookie' as never),
      json: context.req.valid('json' as never),
    });
  const ids = ['listBooks', 'add-book', 'readBook', 'putBooksId', 'removeBook'];
  return generated.registerRoutes(
    new OpenAPIHono(),
    Object.fromEntries(ids.map((id) => [id, echo])),
    options,
  );
}

async function ask(path: string, init: RequestInit = {}) {
  const response = await createApp().request(path, init);
  const body = (await response.json()) as Record<string, Record<string, unknown>>;
  return { status: response.status, body };
}

function post(body: string, contentType: string, method = 'POST'): RequestInit {
  return { method, body, headers: { 'content-type': contentType } };
}

test('generated code compiles in strict mode, without any', async () => {
  expect(await compileFolder(folder)).toBe('');
  for (const name of ['callbacks', 'document', 'handlers', 'index', 'routes', 'schemas', 'webhooks']) {
    expect(await readFile(join(folder.path, `${name}.ts`), 'utf8')).not.toMatch(/\bany\b/);
  }
});

test('nothing of a document is run as code', () => {
  expect(Object.keys(globalThis)).not.toContain('injected');
  expect(generated.schemas['a-b']?.safeParse("');globalThis.injected=1;('").success).toBe(true);
});

test('the document that an app emits equals its source, keys of path items included', () => {
  expect(JSON.parse(JSON.stringify(generated.documentOf(createApp())))).toEqual(
    JSON.parse(JSON.stringify(source)),
  );
});

test('texts of parameters become values, and defaults are filled in', async () => {
  const headers = { 'x-depth': '1.5', cookie: 'session=abc', 'x-other': 'ignored' };
  const { body } = await ask('/books?sold=true&tag=a&tag=b,c&year=1,2&more=1', { headers });
  expect(body).toMatchObject({
    query: { sold: true, tag: ['a', 'b,c'], year: [1, 2], limit: 20 },
    header: { 'X-Depth': 1.5 },
    cookie: { session: 'abc' },
  });
  expect(Object.keys(body.query ?? {})).not.toContain('more');
});

test.each([
  ['/books', 'a required one is missing'],
  ['/books?sold=1', 'no boolean'],
  ['/books?sold=true&limit=0x10', 'no number of JSON'],
  ['/books?sold=true&limit=1&limit=2', 'a single value given twice'],
  ['/books?sold=true&limit=', 'an empty number'],
  ['/books?sold=true&year=1,a', 'an item that is no number'],
  ['/books?sold=true&tag=a&tag=b&tag=c', 'too many items'],
  ['/books/-1', 'a path parameter out of range'],
  ['/books/one', 'a path parameter that is no number'],
])('%s is refused: %s', async (path) => {
  expect((await ask(path)).status).toBe(400);
});

test('each media type of a body has its own schema, digits and capitals included', async () => {
  const ownType = 'Application/VND.library-2+JSON; charset=utf-8';
  expect(await ask('/books', post(JSON.stringify(BOOK), 'application/json'))).toMatchObject({
    status: 200,
    body: { json: { ...BOOK, pages: null, format: { size: 'a5' }, binding: "');globalThis.injected=1//" } },
  });
  expect((await ask('/books', post('{"books":[]}', 'application/json'))).status).toBe(400);
  expect((await ask('/books', post('{"books":[]}', ownType))).status).toBe(200);
  expect((await ask('/books', post(JSON.stringify(BOOK), ownType))).status).toBe(400);
});

test('validates an optional body if it is present', async () => {
  const put = (body: string, type = 'application/json') => ask('/books/1', post(body, type, 'PUT'));
  expect((await ask('/books/1', { method: 'PUT' })).status).toBe(200);
  expect((await put('')).status).toBe(200);
  expect((await put('{}')).status).toBe(400);
  expect((await put('{}', 'text/plain')).status).toBe(415);
  expect((await put('', 'text/plain')).status).toBe(415);
});

test('middleware of an operation runs before validation, and for that operation only', async () => {
  const refuse = (context: Context) => context.text('no', 401);
  const app = createApp({ security: false, middleware: { readBook: [refuse] } });
  expect((await app.request('/books/one')).status).toBe(401);
  expect((await app.request('/books')).status).toBe(400);
});

test('the hook of the app answers for a request that is not valid', async () => {
  const app = createApp();
  app.defaultHook = (result, context) => (result.success ? undefined : context.text(result.target, 422));
  const response = await app.request('/books/one');
  expect([response.status, await response.text()]).toEqual([422, 'param']);
});

test.each([
  [200, { 'x-total': '2' }, [BOOK], []],
  [200, { 'x-total': '2', 'x-pages': '1, 2' }, [], []],
  [200, {}, [], ['header']],
  [200, { 'x-total': 'two' }, [{ ...BOOK, title: '' }], ['header', 'body']],
  [404, { 'content-type': 'application/problem+json' }, { error: 'x' }, []],
  [404, {}, { error: 'x' }, ['media type']],
  [500, {}, 'anything', []],
] as const)('a response with status %i and %j is compared with its contract', (...row) => {
  const [status, headers, body, where] = row;
  const response = { status, headers: { 'content-type': 'application/json', ...headers }, body };
  expect(generated.checkResponse('listBooks', response).map((issue) => issue.where)).toEqual(where);
});

test('reports an undocumented status and an undocumented body', () => {
  const put = (status: number, body: unknown) =>
    generated.checkResponse('putBooksId', { status, headers: {}, body });
  expect(put(204, undefined)).toEqual([]);
  expect(put(204, {}).map(({ where }) => where)).toEqual(['body']);
  expect(put(200, undefined).map(({ where }) => where)).toEqual(['status']);
});
