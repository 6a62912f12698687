import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { afterAll, expect, test } from 'vitest';
import { roundTrip } from '../src/index.ts';
import { generateIntoFolder } from './generate-into-folder.ts';

const SOURCE = join(import.meta.dirname, 'fixtures/library.yaml');
const folder = await generateIntoFolder((await loadDocument(SOURCE)).document);

afterAll(() => folder[Symbol.asyncDispose]());

// Makes a module of an app; `change` rewrites the document that it emits.
async function writeApp(name: string, change = '', exported = 'export const app'): Promise<string> {
  return writeModule(join(folder.path, name), change, exported);
}

async function writeModule(path: string, change = '', exported = 'export const app'): Promise<string> {
  const code = `import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from './document.ts';
import { registerRoutes } from './index.ts';
const handlers = new Proxy({}, { get: () => (context) => context.text('') });
${exported} = registerRoutes(new OpenAPIHono(), handlers, { security: false });
app.get('/openapi.json', (context) => {
  const document = structuredClone(documentOf(app));
  ${change};
  return context.json(document);
});
`;
  await writeFile(path, code);
  return path;
}

const compare = async (app: string) =>
  (await roundTrip({ document: SOURCE, app })).map(({ pointer, source, emitted }) => {
    const [expected, actual] = [source, emitted].map((value) => JSON.stringify(value));
    return `${pointer}: ${expected}, ${actual}`;
  });

test('an app that emits its source has no difference', async () => {
  const app = await writeApp('same.ts');
  expect(await roundTrip({ document: SOURCE, app })).toEqual([]);
});

test('reports each difference by pointer, with its location in the source', async () => {
  const app = await writeApp(
    'changed.ts',
    "delete document.info.title; document.info['x-new'] = 1; document.paths['/books'].get.operationId = 'other'",
  );
  const text = await readFile(SOURCE, 'utf8');
  const findLine = (start: string) => text.split('\n').findIndex((line) => line.includes(start)) + 1;
  expect(await compare(app)).toEqual([
    expect.stringMatching(/^#\/info\/title: ".*", undefined$/),
    '#/info/x-new: undefined, 1',
    '#/paths/~1books/get/operationId: "listBooks", "other"',
  ]);
  const [first] = await roundTrip({ document: SOURCE, app });
  expect(first).toMatchObject({ pointer: '#/info/title', line: findLine('title:'), emitted: undefined });
});

// The document that is emitted stays the source; only what is mounted is changed.
test.each([
  [
    'a route at another path',
    "operations.listBooks.route = { ...operations.listBooks.route, path: '/other' }",
    /books\/get: "GET \/books", "GET \/other"$/,
  ],
  [
    'a validator that accepts anything',
    "operations['add-book'].route.request.body.content['application/json'].schema = z.any()",
    /post\/requestBody\/content\/application~1json\/schema: "refuses .*, "accepts .*$/,
  ],
  [
    'a validator of a parameter that accepts anything',
    'operations.listBooks.route.request.query.shape.sold = z.any()',
    /parameters\/2\/schema: "refuses .*", "accepts .*"$/,
  ],
  [
    'another media type',
    "const { content } = operations['add-book'].route.request.body; content['text/plain'] = content['application/json']; delete content['application/json']",
    /post\/requestBody\/content\/0: "application\/json"/,
  ],
  [
    'a response that is missing',
    "delete operations.listBooks.route.responses['4XX']",
    /books\/get\/responses\/4XX: .*, undefined$/,
  ],
  [
    'a parameter in another style',
    "operations.listBooks.parameters.find(({ name }) => name === 'year').explode = true",
    /parameters\/1\/explode: undefined, true$/,
  ],
  ['no security', 'delete operations.listBooks.security', /books\/get\/security\/0: .*, undefined$/],
])('%s is reported, although the document is the same', async (name, change, expected) => {
  await using own = await generateIntoFolder((await loadDocument(SOURCE)).document);
  const app = join(own.path, `${name.replaceAll(' ', '-')}.ts`);
  await writeFile(
    app,
    `import { OpenAPIHono, z } from '@hono/zod-openapi';
import { documentOf } from './document.ts';
import { registerRoutes } from './index.ts';
import { operations } from './routes.ts';
${change};
const handlers = new Proxy({}, { get: () => (context) => context.text('') });
export const app = registerRoutes(new OpenAPIHono(), handlers, { security: false });
app.get('/openapi.json', (context) => context.json(documentOf(app)));
`,
  );
  expect((await compare(app)).filter((line) => expected.test(line))).toHaveLength(1);
});

test('an app below a path is compared as one at the root is', async () => {
  const app = await writeApp('below.ts', '', 'const inner');
  const text = (await readFile(app, 'utf8')).replaceAll('app', 'inner');
  await writeFile(app, `${text}export const app = new OpenAPIHono().route('/v1', inner);\n`);
  expect(await roundTrip({ document: SOURCE, app, path: '/v1/openapi.json' })).toEqual([]);
});

test('the app may be the default, or what a function makes', async () => {
  const app = await writeApp('default.ts', '', 'const app');
  await writeFile(app, `${await readFile(app, 'utf8')}export default async () => app;\n`);
  expect(await roundTrip({ document: SOURCE, app })).toEqual([]);
});

test.each([
  ['throws', "throw new Error('no such luck')", 'no such luck'],
  ['exports no app', 'export const other = 1', 'exports no app'],
  [
    'answers no document',
    "export const app = { fetch: () => new Response('', { status: 404 }) }",
    'returned 404, expected 200',
  ],
  ['answers no JSON', "export const app = { fetch: () => new Response('a') }", 'returned no JSON object'],
])('a module that %s is wrong usage', async (name, code, message) => {
  const app = join(folder.path, `${name.replaceAll(' ', '-')}.ts`);
  await writeFile(app, `${code};\n`);
  await expect(roundTrip({ document: SOURCE, app })).rejects.toThrow(message);
});

test('an app that serves paths of servers of operations has no difference', async () => {
  const get = {
    operationId: 'getFile',
    servers: [{ url: '/files' }],
    responses: { 200: { description: 'ok' } },
  };
  const document = { openapi: '3.1.0', info: { title: 'Files', version: '1' }, paths: { '/file': { get } } };
  await using files = await generateIntoFolder(document);
  const source = join(files.path, 'files.json');
  await writeFile(source, JSON.stringify(document));
  const app = await writeModule(join(files.path, 'app.ts'));
  expect(await roundTrip({ document: source, app })).toEqual([]);
});

test('repairs of lenient reading are no difference', async () => {
  const get = {
    operationId: 'a',
    security: [{ key: [] }, { gone: ['x'] }],
    responses: { 200: { description: 'ok' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': { get },
      '/b': { get: { ...get, operationId: 'b', security: [{ gone: [] }] } },
      c: { get: { ...get, operationId: 'c' } },
      '/d?e={f}': { get: { ...get, operationId: 'd' } },
    },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
  await using files = await generateIntoFolder(document, { lenient: true });
  const source = join(files.path, 'a.json');
  await writeFile(source, JSON.stringify(document));
  const app = await writeModule(join(files.path, 'app.ts'), '', 'export const app');
  expect(await roundTrip({ document: source, app, lenient: true })).toEqual([]);
});
