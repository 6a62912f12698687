import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inspectDocument, type LoadOptions } from '../load-document.ts';
import type { Problem } from '../problem.ts';
import { createFetchFile, type FetchOptions } from './fetch-file.ts';

const INFO = { openapi: '3.1.0', info: { title: 'a', version: '1' } };
const TASK = { type: 'object', properties: { id: { type: 'string' } } };

const AUTHORIZATION = { authorization: 'Bearer secret' };

/** A document with one schema that is a reference. */
const refer = ($ref: string) => ({ ...INFO, components: { schemas: { Task: { $ref } } } });

let requests: IncomingMessage[] = [];
let folder = '';

async function serve(handle: (path: string, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const sendJson = (response: ServerResponse, value: unknown) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location });
  response.end();
}

let main: Awaited<ReturnType<typeof serve>>;
let other: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-file-'));
  other = await serve((path, response) => {
    if (path === '/task.json') sendJson(response, TASK);
    else if (path === '/openapi.json') sendJson(response, INFO);
    else response.writeHead(404).end();
  });
  const documents: Record<string, unknown> = {
    '/openapi.json': refer('schemas/task'),
    '/schemas/task': TASK,
    '/v3/api-docs': INFO,
    '/other-host.json': refer(`${other.origin}/task.json`),
    '/missing.json': refer('nowhere.json'),
    '/overlay.json': {
      overlay: '1.0.0',
      info: { title: 'Titles', version: '1' },
      actions: [{ target: '$.info', update: { title: 'overlaid' } }],
    },
    '/to-local.json': { $id: pathToFileURL(`${folder}/`).href, properties: { a: { $ref: 'secret.json' } } },
    '/disk.json': refer('file:///etc/hostname.json'),
    '/large.json': { ...INFO, 'x-large': 'x'.repeat(2000) },
    '/identified.json': {
      ...INFO,
      components: {
        schemas: {
          Task: { $ref: 'http://schemas.example/task' },
          Named: { $id: 'http://schemas.example/task', ...TASK },
        },
      },
    },
  };
  const redirects: Record<string, string> = {
    '/moved.json': '/openapi.json',
    '/moved-away.json': `${other.origin}/openapi.json`,
    '/moved-task.json': `${other.origin}/task.json`,
    '/loop.json': '/loop.json',
    '/to-disk.json': 'file:///etc/passwd',
  };
  main = await serve((path, response) => {
    const location = redirects[path];
    if (location !== undefined) redirect(response, location);
    else if (path === '/failing.json') response.writeHead(503).end();
    else if (documents[path] === undefined && path !== '/slow.json') response.writeHead(404).end();
    else if (path !== '/slow.json') sendJson(response, documents[path]);
  });
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  for (const { server } of [main, other]) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const writeDocument = (members: object) =>
  writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...INFO, ...members }));

describe('a document on the disk', () => {
  const TASK_SCHEMA = () => ({ components: { schemas: { Task: { $ref: `${other.origin}/task.json` } } } });
  const readDisk = (options: LoadOptions, fetchOptions: FetchOptions = {}) =>
    inspectDocument(join(folder, 'openapi.json'), { ...options, readFile: createFetchFile(fetchOptions) });

  test('refers to a URL only where the user allows it', async () => {
    await writeDocument(TASK_SCHEMA());
    const { problems } = await readDisk({});
    expect(problems.map(({ message, repair }) => `${message} ${repair}`)).toEqual([
      `The reference ${other.origin}/task.json leads out of the document. Save it beside the document, or allow its URL: --allow-ref ${other.origin}/.`,
    ]);
    expect(requests).toEqual([]);
    for (const allowed of ['', '/', '/task.json']) {
      const { problems: remaining, files } = await readDisk({ allowRef: [other.origin + allowed] });
      expect([remaining, files.slice(1)]).toEqual([[], [`${other.origin}/task.json`]]);
    }
  });

  test.each(['/tas', '/task.json/a', ':1/'])('does not refer to a URL that %s allows', async (suffix) => {
    await writeDocument(TASK_SCHEMA());
    expect((await readDisk({ allowRef: [other.origin + suffix] })).problems).toHaveLength(1);
    expect(requests).toEqual([]);
  });

  test('sends headers to the origin that the user allows, and to no other', async () => {
    await writeDocument({ components: { schemas: { Task: { $ref: `${main.origin}/moved-task.json` } } } });
    const { problems } = await readDisk({ allowRef: [main.origin] }, { headers: AUTHORIZATION });
    expect(problems).toEqual([]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
  });

  test('is not redirected from a public host to a private address', async () => {
    await writeDocument({ components: { schemas: { Task: { $ref: `${main.origin}/moved-task.json` } } } });
    const lookup = async (host: string) => (requests.length === 0 ? ['93.184.216.34'] : [host]);
    const { problems } = await readDisk({ allowRef: [main.origin] }, { lookup });
    expect(problems.map(({ message }) => message).join()).toContain('cannot name the private address');
    expect(requests).toHaveLength(1);
  });

  test('cannot be reached by the files at URLs that it refers to', async () => {
    await writeDocument({ components: { schemas: { Task: { $ref: `${main.origin}/to-local.json` } } } });
    await writeFile(join(folder, 'secret.json'), '{ "const": "secret" }');
    const { problems, document } = await readDisk({ allowRef: [main.origin] });
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(document)).not.toContain('"secret"');
  });

  test('gets an overlay at a URL', async () => {
    await writeDocument({});
    const { problems, document } = await readDisk(
      { overlays: [`${main.origin}/overlay.json`] },
      { headers: AUTHORIZATION },
    );
    expect([problems, Object(document).info.title]).toEqual([[], 'overlaid']);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret']);
  });
});

test('a document at a URL gets an overlay at another host, without its headers', async () => {
  const overlays = [`${main.origin}/overlay.json`];
  const readFile = createFetchFile({ headers: AUTHORIZATION });
  const { document } = await inspectDocument(`${other.origin}/openapi.json`, { overlays, readFile });
  expect(Object(document).info.title).toBe('overlaid');
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined]);
});

async function read(path: string, options: FetchOptions = {}) {
  const { problems, files } = await inspectDocument(`${main.origin}${path}`, {
    readFile: createFetchFile(options),
  });
  return { problems: problems.map(({ message }: Problem) => message), files };
}

test.each([
  '/openapi.json',
  '/v3/api-docs',
  '/moved.json',
  '/moved-away.json',
  '/other-host.json',
  '/identified.json',
])('reads the document at %s', async (path) => {
  const { problems, files } = await read(path);
  expect(problems).toEqual([]);
  expect(files[0]).toBe(`${main.origin}${path}`);
});

test('reads the files that a document refers to, without an extension', async () => {
  expect((await read('/openapi.json')).files).toEqual([
    `${main.origin}/openapi.json`,
    `${main.origin}/schemas/task`,
  ]);
});

test.each([
  ['/failing.json', {}, '/failing.json (status 503 Service Unavailable).'],
  ['/loop.json', {}, '/loop.json (more than 5 redirects).'],
  ['/to-disk.json', {}, '/to-disk.json (the redirect to file:///etc/passwd is not an address of HTTP).'],
  ['/slow.json', { timeoutMs: 2_000 }, '/slow.json (no response within 2 s).'],
  ['/large.json', { maxBytes: 1000 }, '/large.json (larger than 1000 bytes).'],
])('the document at %s, read with %j, fails with its URL', async (path, options, message) => {
  const url = `${main.origin}${path}`;
  await expect(read(path, options)).rejects.toThrow(`${url}: Request failed: GET ${main.origin}${message}`);
});

test.each([
  ['/missing.json', 'The file of the reference nowhere.json cannot be read. Request failed: GET '],
  ['/disk.json', 'file:///etc/hostname.json'],
])('the references of %s that lead nowhere are problems', async (path, message) => {
  expect((await read(path)).problems.join()).toContain(message);
});

test.each(['/openapi.json', '/moved.json', '/moved-away.json', '/other-host.json'])(
  'the headers for %s are sent to its origin only',
  async (path) => {
    await read(path, { headers: AUTHORIZATION });
    expect(requests.length).toBeGreaterThan(1);
    for (const { headers } of requests) {
      const isOwn = `http://${headers.host}` === main.origin;
      expect(headers.authorization).toBe(isOwn ? 'Bearer secret' : undefined);
    }
  },
);

// The names resolve to addresses as an attacker could arrange it; requests still reach the loopback interface.
const lookups: Record<string, string[]> = {
  '127.0.0.1': ['93.184.216.34'],
  'internal.example': ['10.0.0.1'],
};

test.each([
  ['http://internal.example/task.json'],
  ['http://169.254.169.254/latest/meta-data'],
  ['http://[::1]:8080/task.json'],
])('a document of a public host cannot name %s', async (reference) => {
  const lookup = async (host: string) => lookups[host] ?? [host];
  const readFile = createFetchFile({ lookup });
  const failure = readFile(new URL(reference), new URL(`${main.origin}/openapi.json`));
  await expect(failure).rejects.toThrow(
    'is a public host, and its documents cannot name the private address of',
  );
  expect(requests).toEqual([]);
});

test('a document of a public host cannot redirect to a private address', async () => {
  const lookup = async (host: string) =>
    host === '127.0.0.1' && requests.length === 0 ? ['93.184.216.34'] : [host];
  const failure = createFetchFile({ lookup })(
    new URL(`${main.origin}/moved-away.json`),
    new URL(main.origin),
  );
  await expect(failure).rejects.toThrow('cannot name the private address');
  expect(requests).toHaveLength(1);
});
