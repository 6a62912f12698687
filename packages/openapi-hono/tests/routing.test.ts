// Paths and methods that Hono alone routes otherwise than OpenAPI says.
import { createServer, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { readModel } from '@keyframe/openapi-model';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { inspectGeneration } from '../src/generate.ts';
import { ask, documentOfPaths, generated } from './mount.ts';

function item(path: string, methods: Readonly<Record<string, string>>) {
  const names = Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const operations = Object.entries(methods).map(([method, operationId]) => [
    method,
    { operationId, responses: { default: { description: 'Any' } } },
  ]);
  return [path, { parameters, ...Object.fromEntries(operations) }] as const;
}

// The templated ones come first, so that order alone would misroute.
const source = documentOfPaths(
  Object.fromEntries([
    item('/{all}', { get: 'all' }),
    item('/{name}.{ext}', { get: 'file', put: 'putFile' }),
    item('/tasks/{id}', { get: 'task', delete: 'removeTask' }),
    item('/tasks/{id}:cancel', { post: 'cancel', get: 'cancelled' }),
    item('/tasks/{id}:{verb}', { post: 'verb' }),
    item('/tasks/mine', { get: 'mine', patch: 'patchMine' }),
    item('/a*b(c)+[d]', { get: 'special' }),
    item('/items:batch', { post: 'batch' }),
    item('/é/{x}', { get: 'accent' }),
    item('/a%20b', { get: 'space' }),
    item('/pre-{x}-mid-{y}-post', { get: 'mixed' }),
    item('/{task-id}/parts/{part.no}', { get: 'parts' }),
    item('/hash#a', { get: 'hashA' }),
    item('/hash#b', { get: 'hashB' }),
    item('/slash/', { get: 'slash' }),
    item('/head', { get: 'getHead', head: 'headHead' }),
    item('/only-head', { head: 'onlyHead' }),
    item('/methods', { options: 'options', trace: 'trace' }),
  ]),
);
const { mount, documentOf } = await generated(source);
const app = mount();

test.each([
  ['GET', '/report.tar.gz', 'file', { name: 'report.tar', ext: 'gz' }],
  ['GET', '/a%2Eb', 'file', { name: 'a', ext: 'b' }],
  ['GET', '/report', 'all', { all: 'report' }],
  ['GET', '/.gitignore', 'all', { all: '.gitignore' }],
  ['GET', '/a%2Fb', 'all', { all: 'a/b' }],
  ['GET', '/50%25', 'all', { all: '50%' }],
  ['GET', '/tasks/7', 'task', { id: '7' }],
  ['GET', '/tasks/7:x', 'task', { id: '7:x' }],
  ['POST', '/tasks/7:cancel', 'cancel', { id: '7' }],
  ['POST', '/tasks/a:b:cancel', 'cancel', { id: 'a:b' }],
  ['POST', '/tasks/7:stop', 'verb', { id: '7', verb: 'stop' }],
  ['GET', '/tasks/7:cancel', 'cancelled', { id: '7' }],
  ['GET', '/tasks/mine', 'mine', undefined],
  ['GET', '/a*b(c)+[d]', 'special', undefined],
  ['POST', '/items:batch', 'batch', undefined],
  ['GET', '/%C3%A9/%C3%A9', 'accent', { x: 'é' }],
  ['GET', '/a%20b', 'space', undefined],
  ['GET', '/pre-1-mid-2-mid-3-post', 'mixed', { x: '1-mid-2', y: '3' }],
  ['GET', '/7/parts/2', 'parts', { 'task-id': '7', 'part.no': '2' }],
  ['GET', '/hash%23a', 'hashA', undefined],
  ['GET', '/hash%23b', 'hashB', undefined],
  ['GET', '/slash/', 'slash', undefined],
  ['GET', '/head', 'getHead', undefined],
  ['OPTIONS', '/methods', 'options', undefined],
])('%s %s is answered by %s', async (...row) => {
  const [method, path, id, param] = row;
  const { body } = await ask(app, path, { method });
  expect(body).toEqual({ id, ...(param ? { param } : {}) });
});

test.each([
  ['DELETE', '/tasks/mine', 'a concrete path hides the template even where it lacks the method'],
  ['PATCH', '/tasks/7', 'a method of the concrete path alone'],
  ['PUT', '/a*b(c)+[d]', 'a concrete path with signs that Hono gives a meaning to'],
  ['POST', '/itemsX', 'a colon that Hono reads as a parameter'],
  ['POST', '/tasks/:cancel', 'a parameter that would be empty'],
  ['PUT', '/report', 'a template with a literal in it'],
  ['GET', '/only-head', 'GET where only HEAD is documented'],
  ['GET', '/tasks/7/x', 'a longer path'],
])('%s %s is not found: %s', async (method, path) => {
  expect((await app.request(path, { method })).status).toBe(404);
});

test('HEAD has an operation of its own where the document describes one, else that of GET', async () => {
  const seen: string[] = [];
  const note = (id: string) => () => {
    seen.push(id);
    return new Response('body', { headers: { 'x-id': id } });
  };
  const handlers = { headHead: note('headHead'), onlyHead: note('onlyHead'), mine: note('mine') };
  const noted = mount({ handlers });
  const responses = await Promise.all(
    ['/head', '/only-head', '/tasks/mine'].map((path) => noted.request(path, { method: 'HEAD' })),
  );
  expect(responses.map(({ headers }) => headers.get('x-id'))).toEqual(['headHead', 'onlyHead', 'mine']);
  expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['', '', '']);
  expect(seen).toHaveLength(3);
});

test('TRACE is answered over HTTP', async () => {
  await using server = await listen(createServer(getRequestListener(app.fetch)));
  const { port } = server;
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method: 'TRACE', path: '/methods' }, async (answer) => {
      resolve((await answer.toArray()).join(''));
    });
    sent.once('error', reject).end();
  });
  expect(JSON.parse(text)).toEqual({ id: 'trace' });
});

test('an app is mounted below the path of a server, and its document stays the same', async () => {
  const based = mount({ app: new OpenAPIHono().basePath('/v2') });
  const outer = new OpenAPIHono().route('/v3', mount());
  for (const [one, base] of [
    [based, '/v2'],
    [outer, '/v3'],
  ] as const) {
    expect((await ask(one, `${base}/x.txt`)).body).toEqual({ id: 'file', param: { name: 'x', ext: 'txt' } });
    expect((await ask(one, `${base}/tasks/mine`)).body).toEqual({ id: 'mine' });
    expect((await one.request(`${base}/tasks/mine`, { method: 'DELETE' })).status).toBe(404);
  }
  expect(JSON.parse(JSON.stringify(documentOf(based)))).toEqual(source);
});

test('an app that is not strict about a trailing slash reads the parameters before it', async () => {
  const lenient = mount({ app: new OpenAPIHono({ strict: false }) });
  expect((await ask(lenient, '/tasks/7/')).body).toEqual({ id: 'task', param: { id: '7' } });
});

test('distinguishes paths by their query', async () => {
  const byQuery = await generated(
    documentOfPaths(
      Object.fromEntries([
        item('/', { get: 'plain' }),
        item('/?Action=List', { get: 'list' }),
        item('/?Action=List&Version=2%2F3', { get: 'listVersioned' }),
        item('/?Action=Create', { post: 'create' }),
        item('/{name}?raw', { get: 'raw' }),
        item('/{name}', { get: 'named' }),
      ]),
    ),
  );
  const queried = byQuery.mount();
  const fetchId = async (path: string, method = 'GET') => (await ask(queried, path, { method })).body.id;
  expect(await fetchId('/')).toBe('plain');
  expect(await fetchId('/?Action=Other')).toBe('plain');
  expect(await fetchId('/?x=1&Action=List')).toBe('list');
  expect(await fetchId('/?Version=2/3&Action=List')).toBe('listVersioned');
  expect(await fetchId('/?Action=Create', 'POST')).toBe('create');
  expect((await queried.request('/', { method: 'POST' })).status).toBe(404);
  expect(await fetchId('/a?raw')).toBe('raw');
  expect((await ask(queried, '/a')).body).toEqual({ id: 'named', param: { name: 'a' } });
});

const PART = { region: { default: 'eu' }, part: { default: 'a', enum: ['a', 'b'] } };
const ok = { 200: { description: 'ok' } };
const WITH_SERVERS = documentOfPaths(
  {
    '/files/{id}': {
      servers: [{ url: 'https://{region}.example.com/up/{part}', variables: PART }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'file', responses: ok },
      put: { operationId: 'put', servers: [{ url: '/v1' }], responses: ok },
    },
    '/{a}/{b}/{c}/{d}': {
      parameters: ['a', 'b', 'c', 'd'].map((name) => ({ name, in: 'path', required: true, schema: {} })),
      get: { operationId: 'deep', responses: ok },
    },
    '/tasks': { get: { operationId: 'tasks', responses: ok } },
  },
  { servers: [{ url: 'https://example.com/v1' }] },
);
const serversModule = generated(WITH_SERVERS);

test.each([
  ['GET', '/files/7', 'file'],
  ['GET', '/up/a/files/7', 'file'],
  ['GET', '/up/b/files/7', 'file'],
  ['GET', '/up/c/files/7', 'deep'],
  ['PUT', '/files/7', 'put'],
  ['PUT', '/up/a/files/7', undefined],
  ['GET', '/tasks', 'tasks'],
  ['GET', '/up/a/tasks', undefined],
])('servers of a path item or an operation are served: %s %s calls %j', async (method, path, id) => {
  const { mount: mountServers } = await serversModule;
  const response = await mountServers().request(path, { method });
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  expect(body.id).toBe(id);
  if (id === 'file') expect(body.param).toEqual({ id: 7 });
});

test('a warning names the additional paths of an operation', () => {
  const { warnings } = inspectGeneration(readModel(JSON.parse(JSON.stringify(WITH_SERVERS)), 'a.json'));
  expect(warnings).toEqual([
    {
      pointer: '#/paths/~1files~1{id}/servers/0',
      message:
        'GET /files/{id} has servers of its own, so the app also answers it at /up/a/files/{id}, /up/b/files/{id}, relative to where it is mounted.',
      repair: 'Middleware that is bound to paths must cover these as well.',
    },
  ]);
});
