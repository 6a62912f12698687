import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDocument } from '@keyframe/openapi-model';
import { runCaptured } from '@keyframe/openapi-tooling/testing';
import { afterAll, expect, test } from 'vitest';
import { TOOL } from '../src/command/tool.ts';
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

const run = (...words: string[]) => runCaptured(TOOL, ['round-trip', ...words]);

test('an app that emits its source has no difference', async () => {
  const app = await writeApp('same.ts');
  expect(await roundTrip({ document: SOURCE, app })).toEqual([]);
  expect(await run(SOURCE, '--app', app)).toEqual({ status: 0, out: '', err: '' });
});

test('reports each difference by pointer, with its location in the source', async () => {
  const app = await writeApp(
    'changed.ts',
    "delete document.info.title; document.info['x-new'] = 1; document.paths['/books'].get.operationId = 'other'",
  );
  const text = await readFile(SOURCE, 'utf8');
  const findLine = (start: string) => text.split('\n').findIndex((line) => line.includes(start)) + 1;
  const { status, out } = await run(SOURCE, '--app', app);
  expect(status).toBe(1);
  expect(out.split('\n')).toEqual([
    expect.stringMatching(`library.yaml:${findLine('title:')}:\\d+ #/info/title is missing from the app: "`),
    expect.stringMatching(/#\/info\/x-new is not in the source: 1$/),
    expect.stringMatching(/#\/paths\/~1books\/get\/operationId differs: expected "listBooks", got "other"$/),
  ]);
  const [first] = await roundTrip({ document: SOURCE, app });
  expect(first).toMatchObject({ pointer: '#/info/title', line: findLine('title:'), emitted: undefined });
  expect(JSON.parse((await run(SOURCE, '--app', app, '--json')).out).differences).toHaveLength(3);
});

// The document that is emitted stays the source; only what is mounted is changed.
test.each([
  [
    'a route at another path',
    "operations.listBooks.route = { ...operations.listBooks.route, path: '/other' }",
    /books\/get differs: expected "GET \/books", got "GET \/other"$/,
  ],
  [
    'a validator that accepts anything',
    "operations['add-book'].route.request.body.content['application/json'].schema = z.any()",
    /post\/requestBody\/content\/application~1json\/schema differs: expected "refuses .*, got "accepts .*$/,
  ],
  [
    'a validator of a parameter that accepts anything',
    'operations.listBooks.route.request.query.shape.sold = z.any()',
    /parameters\/2\/schema differs: expected "refuses .*", got "accepts .*"$/,
  ],
  [
    'another media type',
    "const { content } = operations['add-book'].route.request.body; content['text/plain'] = content['application/json']; delete content['application/json']",
    /post\/requestBody\/content\/0 differs: expected "application\/json"/,
  ],
  [
    'a response that is missing',
    "delete operations.listBooks.route.responses['4XX']",
    /books\/get\/responses\/4XX is missing from the app/,
  ],
  [
    'a parameter in another style',
    "operations.listBooks.parameters.find(({ name }) => name === 'year').explode = true",
    /parameters\/1\/explode is not in the source: true$/,
  ],
  ['no security', 'delete operations.listBooks.security', /books\/get\/security\/0 is missing from the app/],
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
  const { status, out } = await run(SOURCE, '--app', app);
  expect([status, out.split('\n').filter((line) => expected.test(line))]).toEqual([1, [expect.anything()]]);
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
  const { status, err } = await run(SOURCE, '--app', app);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});

test('the module of the app has to be named', async () => {
  expect((await run(SOURCE)).status).toBe(2);
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

test('alternatives that lenient reading ignores are no difference', async () => {
  const get = {
    operationId: 'a',
    security: [{ key: [] }, { gone: ['x'] }],
    responses: { 200: { description: 'ok' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get }, '/b': { get: { ...get, operationId: 'b', security: [{ gone: [] }] } } },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  };
  await using files = await generateIntoFolder(document, { lenient: true });
  const source = join(files.path, 'a.json');
  await writeFile(source, JSON.stringify(document));
  const app = await writeModule(join(files.path, 'app.ts'), '', 'export const app');
  expect(await roundTrip({ document: source, app, lenient: true })).toEqual([]);
});
