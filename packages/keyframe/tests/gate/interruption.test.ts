// However a run ends, what it made is deleted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type Answer,
  createDocument,
  folderWith,
  type ReceivedRequest,
  run,
  serve,
  testServer,
} from '@keyframe/contract-gate/testing';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const THING = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const content = { 'application/json': { schema: THING } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const WRONG = { '4XX': { description: 'Wrong.' } };
const DOCUMENT = createDocument({
  '/things': {
    post: {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
        },
      },
      responses: { '201': { description: 'Made.', content }, ...WRONG },
    },
  },
  '/things/{id}': {
    parameters: [ID],
    get: { responses: { '200': { description: 'It.', content }, ...WRONG } },
    delete: { responses: { '204': { description: 'Gone.' }, ...WRONG } },
  },
});

async function startThings() {
  const things = new Set<string>();
  let made = 0;
  const create = (body: unknown): Answer => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status: 400 };
    if ('name' in body && typeof body.name !== 'string') return { status: 400 };
    made += 1;
    things.add(`t${made}`);
    return { status: 201, body: { id: `t${made}` } };
  };
  const use = (method: string, id: string): Answer => {
    if (!['GET', 'DELETE'].includes(method)) return { status: 405, headers: { allow: 'GET, DELETE' } };
    if (!things.has(id)) return { status: 404 };
    if (method === 'GET') return { status: 200, body: { id } };
    things.delete(id);
    return { status: 204 };
  };
  const server = await serve(({ method, path, json }: ReceivedRequest) => {
    const id = /^\/things\/(.+)$/.exec(path)?.[1];
    if (id !== undefined) return use(method, id);
    return method === 'POST' ? create(json) : { status: 405, headers: { allow: 'POST' } };
  });
  return {
    url: server.url,
    things,
    made: () => made,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (isTrue()) resolve();
  }, 10);
  await promise;
  clearInterval(timer);
}

test('deletes the created resources when the time is over', async () => {
  await using server = await startThings();
  const { statistics } = await testServer(DOCUMENT, server.url, {
    maxTimeMs: 1_500,
    propertyRuns: Number.POSITIVE_INFINITY,
  });
  expect(statistics.isComplete).toBe(false);
  expect(server.made()).toBeGreaterThan(3);
  expect([...server.things]).toEqual([]);
});

test('deletes the created resources when the run is aborted during any wait', async () => {
  await using server = await startThings();
  const abortion = new AbortController();
  const running = testServer(DOCUMENT, server.url, {
    signal: abortion.signal,
    workers: 4,
    propertyRuns: Number.POSITIVE_INFINITY,
  });
  await until(() => server.things.size > 20);
  abortion.abort();
  const { statistics } = await running;
  expect(statistics.isComplete).toBe(false);
  expect([...server.things]).toEqual([]);
});

test('a server that is gone does not delay the end of an aborted run', async () => {
  const server = await startThings();
  const abortion = new AbortController();
  const running = testServer(DOCUMENT, server.url, { signal: abortion.signal, propertyRuns: 10_000 });
  await until(() => server.things.size > 20);
  await server[Symbol.asyncDispose]();
  abortion.abort();
  const { statistics } = await running;
  expect(statistics.isComplete).toBe(false);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('after %s the command tidies up, reports, and exits with %i', async (signal, code) => {
  await using server = await startThings();
  await using folder = await folderWith({ 'openapi.json': DOCUMENT });
  const words = ['test', 'openapi.json', '--server', server.url.href, '--timeout', '5m', '--rate', '40'];
  const child = spawn(process.execPath, [CLI, ...words], { cwd: folder.path });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  await until(() => server.things.size > 5);
  child.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect([...server.things]).toEqual([]);
  expect(output).toMatch(/^keyframe test: 0 errors.*interrupted/m);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a comparison at once', async (signal) => {
  await using folder = await folderWith({ 'new.json': DOCUMENT });
  await run('mkfifo', ['old.json'], { cwd: folder.path });
  const child = spawn(process.execPath, [CLI, 'diff', 'old.json', 'new.json'], { cwd: folder.path });
  const ended = once(child, 'exit');
  // Opens when the command reads the document, which never ends.
  await using _writer = await open(folder.at('old.json'), 'w');
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
});
