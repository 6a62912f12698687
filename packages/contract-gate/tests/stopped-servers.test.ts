// A server that ends or blocks itself: the gate stops, finds the cause, and calls operations with that purpose only on demand.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { type Answer, createDocument, type ReceivedRequest, serve, testServer } from './serve.ts';

const thing: JsonObject = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const content: JsonObject = { 'application/json': { schema: thing } };
const create: JsonObject = {
  requestBody: { required: true, content },
  responses: {
    '201': { description: 'Created.', content },
    '400': { description: 'Invalid.' },
    '404': { description: 'Unknown.' },
    '405': { description: 'Not allowed.' },
  },
};
const DOCUMENT = createDocument({ '/things': { post: create }, '/others': { post: create } });
const NESTED = 1_000;

/** Starts a server that dies of deeply nested bodies, and is restarted after a while if `restartMs` is defined. */
async function serveFragile(restartMs?: number) {
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => Buffer.alloc(0));
    const text = decode(bytes);
    if (text.split('[').length > NESTED) return stop();
    if (!['/things', '/others'].includes(request.url ?? '')) return response.writeHead(404).end();
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
    const isValid = /json/.test(String(request.headers['content-type'])) && hasName(text);
    const headers = isValid ? { 'content-type': 'application/json' } : {};
    return response.writeHead(isValid ? 201 : 400, headers).end(isValid ? text : undefined);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  function stop() {
    server.close();
    server.closeAllConnections();
    if (restartMs !== undefined && !isClosing) timer = setTimeout(() => void listen(port), restartMs);
  }
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      isClosing = true;
      clearTimeout(timer);
      if (!server.listening) return;
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

function hasName(text: string): boolean {
  try {
    return typeof JSON.parse(text).name === 'string';
  } catch {
    return false;
  }
}

test.each([
  ['stays away', undefined, /after (?:this request|one of these \d+ requests)/],
  ['is restarted', 900, /stops answering after this request/],
])('a server that dies of a request and %s is one finding', async (_, restartMs, message) => {
  await using server = await serveFragile(restartMs);
  const { findings, statistics } = await testServer(DOCUMENT, server.url, { responseTimeoutMs: 10_000 });
  expect(findings.map(({ check }) => check)).toEqual(['server-stopped']);
  expect(findings[0]?.message).toMatch(message);
  const shown = [...(findings[0]?.before ?? []), findings[0]?.request];
  expect(shown.some((request) => request?.body?.text.startsWith('[['))).toBe(true);
  expect(statistics.isComplete).toBe(false);
});

test('a server that dies of its first request is one finding', async () => {
  const server = createServer(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  const { findings } = await testServer(DOCUMENT, url, { responseTimeoutMs: 10_000 });
  expect(findings.map(({ check }) => check)).toEqual(['server-stopped']);
});

test('a server that fails at every request after one of them is one finding, with that request', async () => {
  const names: string[] = [];
  let isBroken = false;
  await using server = await serve(({ method, path, json, headers }) => {
    if (isBroken) return { status: 500 };
    if (path === '/things' && method === 'GET') return { status: 200, body: names };
    if (method !== 'POST') return { status: 405, headers: { allow: 'GET, POST' } };
    const { name } = Object(json);
    const isValid = /^application\/json/i.test(String(headers['content-type'])) && typeof name === 'string';
    if (!isValid) return { status: 400 };
    isBroken = [...name].length > 3;
    if (isBroken) return { status: 500 };
    names.push(name);
    return { status: 201, body: { name } };
  });
  const list = {
    '200': { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } },
  };
  const document = createDocument({
    '/things': { post: create, get: { responses: list } },
    '/others': { post: create },
  });
  const { findings, statistics } = await testServer(document, server.url);
  expect(findings.map(({ check }) => check)).toContain('server-stopped');
  expect(findings.length).toBeLessThan(4);
  const finding = findings.find(({ check }) => check === 'server-stopped');
  expect(JSON.parse(finding?.request?.body?.text ?? '{}').name.length).toBeGreaterThan(3);
  expect(statistics.isComplete).toBe(false);
});

const switches: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['enabled'],
  properties: { enabled: { type: 'boolean' } },
};
const settings: JsonObject = { 'application/json': { schema: switches } };
const fine: JsonObject = { '200': { description: 'Fine.' }, '4XX': { description: 'Wrong.' } };
const CONTROLS = createDocument({
  '/health': { get: { responses: fine } },
  '/settings': {
    get: {
      responses: {
        '200': { description: 'The settings.', content: settings },
        '4XX': { description: 'Wrong.' },
      },
    },
    put: { requestBody: { required: true, content: settings }, responses: fine },
  },
  '/maintenance': { put: { requestBody: { required: true, content: settings }, responses: fine } },
  '/reset': { post: { responses: fine } },
});

const METHODS: Readonly<Record<string, string>> = {
  '/health': 'GET',
  '/settings': 'GET, PUT',
  '/maintenance': 'PUT',
  '/reset': 'POST',
};

/** A server with settings and a maintenance mode, during which it rejects all other requests. */
class Controls {
  settings: unknown = { enabled: true };
  isMaintained = false;

  answer({ method, path, json, headers }: ReceivedRequest): Answer {
    const allow = METHODS[path];
    if (allow === undefined) return { status: 404 };
    if (!allow.split(', ').includes(method)) return { status: 405, headers: { allow } };
    if (this.isMaintained && path !== '/maintenance') return { status: 503 };
    if (method === 'PUT')
      return this.#change(path, /^application\/json/i.test(`${headers['content-type']}`) && json);
    return path === '/settings' ? { status: 200, body: this.settings } : { status: 200 };
  }

  #change(path: string, json: unknown): Answer {
    const { enabled, ...others } = Object(json);
    if (typeof enabled !== 'boolean' || Object.keys(others).length > 0) return { status: 400 };
    if (path === '/settings') this.settings = json;
    else this.isMaintained = enabled;
    return { status: 200 };
  }
}

test('operations on all of the server are not called without the option, and settings are restored', async () => {
  const controls = new Controls();
  await using server = await serve((received) => controls.answer(received));
  const { findings } = await testServer(CONTROLS, server.url, { existingData: true });
  expect(findings.map(({ check, severity, message }) => [check, severity, message])).toEqual([
    ['destructive-skipped', 'note', 'Not called without --destructive: PUT /maintenance, POST /reset.'],
  ]);
  expect(server.requests.some(({ path }) => path === '/maintenance' || path === '/reset')).toBe(false);
  expect(
    server.requests.filter(({ path, method }) => path === '/settings' && method === 'PUT').length,
  ).toBeGreaterThan(5);
  expect(controls.settings).toEqual({ enabled: true });
});

test('operations on all of the server are the last ones with the option, and a switch is off at the end', async () => {
  const controls = new Controls();
  await using server = await serve((received) => controls.answer(received));
  const { findings } = await testServer(CONTROLS, server.url, { destructive: true, existingData: true });
  expect(findings).toEqual([]);
  const paths = server.requests.map(({ path }) => path);
  expect(paths.slice(paths.indexOf('/maintenance')).toSorted()).toEqual([
    '/maintenance',
    '/maintenance',
    '/reset',
  ]);
  expect(controls.isMaintained).toBe(false);
});
