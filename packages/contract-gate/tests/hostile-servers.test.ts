// A server under test may be anything: what it sends must not hang the gate, fill its memory or lead it elsewhere.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { runRoundTrip } from '../src/round-trip/run-round-trip.ts';
import { folderWith } from './folder-with.ts';
import { createDocument, serve, testServer } from './serve.ts';

const ITEM = { type: 'object', properties: { id: { type: 'string' }, inner: true } };
const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const DOCUMENT = createDocument({
  '/things': {
    get: {
      parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
      responses: {
        '200': {
          description: 'Some.',
          content: json({
            type: 'object',
            properties: { items: { type: 'array', items: ITEM }, next: { type: 'string' } },
          }),
        },
      },
    },
    post: {
      requestBody: { required: true, content: json({ type: 'object' }) },
      responses: { '201': { description: 'Made.', content: json(ITEM) } },
    },
  },
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const EVERY_MS = 20;

/** Writes something again and again, as long as the other side takes it. */
function drip(socket: Socket, text: string, everyMs = EVERY_MS): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: Socket, chunk: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write);
  write();
}

const CHUNK = 'x'.repeat(2 ** 16);
const NESTED = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

async function serveRaw(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const TOO_LARGE = 'the response is too large';
const ANSWERS: readonly (readonly [what: string, answer: (socket: Socket) => void, received: string])[] = [
  [
    'a body without an end',
    (socket) => {
      socket.write(`${HEAD}\r\n`);
      flood(socket, CHUNK);
    },
    TOO_LARGE,
  ],
  [
    'a chunked body without an end',
    (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, `10000\r\n${CHUNK}\r\n`);
    },
    TOO_LARGE,
  ],
  [
    'a body that comes drop by drop',
    (socket) => {
      socket.write(`${HEAD}content-length: 1000000\r\n\r\n`);
      drip(socket, ' ');
    },
    'the response timed out',
  ],
  [
    'headers that come drop by drop',
    (socket) => {
      socket.write(HEAD);
      drip(socket, 'a: b\r\n');
    },
    'the response timed out',
  ],
  [
    'interim responses without an end',
    (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
    'the response timed out',
  ],
  [
    'headers without an end',
    (socket) => {
      socket.write(HEAD);
      flood(socket, `a: ${CHUNK}\r\n`);
    },
    TOO_LARGE,
  ],
  ['no word at all', () => undefined, 'the response timed out'],
];

test.each(ANSWERS)('%s ends the exchange, and is a finding', async (_what, answer, received) => {
  await using server = await serveRaw(answer);
  const before = process.memoryUsage().rss;
  const { findings } = await testServer(DOCUMENT, server.url, {
    maxTimeMs: 2_000,
    responseTimeoutMs: received === TOO_LARGE ? 20_000 : 2_000,
    workers: 1,
  });
  const grown = process.memoryUsage().rss - before;
  expect(findings.map(({ check }) => check)).toContain('response-failed');
  expect(findings.map((finding) => finding.received).join('\n')).toContain(received);
  // Sixteen mebibytes of a body, a few times over; a flood of two seconds would be gigabytes.
  expect(grown).toBeLessThan(400 * 2 ** 20);
});

test('deeply nested JSON is checked like any other', async () => {
  await using server = await serveRaw((socket) => {
    const body = `{"items":[{"inner":${NESTED}}]}`;
    socket.end(`${HEAD}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const { statistics } = await testServer(DOCUMENT, server.url, { maxTimeMs: 60_000, propertyRuns: 1 });
  expect(statistics.requests).toBeGreaterThan(1);
});

test('a compressed body is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(2 ** 28));
  await using server = await serveRaw((socket) => {
    socket.write(
      `${HEAD}connection: close\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    );
    socket.end(bomb);
  });
  const before = process.memoryUsage().rss;
  const { findings } = await testServer(DOCUMENT, server.url, { maxTimeMs: 2_000, propertyRuns: 1 });
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
  expect(findings.map(({ check }) => check)).toContain('body-malformed');
});

test('pages that always lead to another one are not followed for ever', async () => {
  let page = 0;
  let made = 0;
  await using server = await serve(({ method }) => {
    if (method === 'POST') {
      made += 1;
      return { status: 201, body: { id: `t${made}` } };
    }
    page += 1;
    const links = Array.from({ length: 1_000 }, (_, at) => `</things?cursor=c${page}-${at}>; rel="next"`);
    return {
      status: 200,
      headers: { link: links.slice(0, 100).join(', ') },
      body: { items: [{ id: 't1' }], next: `c${page}` },
    };
  });
  const { statistics } = await testServer(DOCUMENT, server.url, { maxTimeMs: 30_000, propertyRuns: 1 });
  expect(statistics.isComplete).toBe(true);
  expect(statistics.requests).toBeLessThan(2_000);
});

test.each([301, 302, 303, 307, 308])('a redirect by %i to another server is not followed', async (status) => {
  await using elsewhere = await serve(() => ({ status: 200, body: DOCUMENT }));
  await using server = await serve(() => ({ status, headers: { location: elsewhere.url.href } }));
  await testServer(DOCUMENT, server.url, { maxTimeMs: 1_000, propertyRuns: 1 });
  await using folder = await folderWith({ 'openapi.json': DOCUMENT });
  const served = runRoundTrip(folder.at('openapi.json'), new URL('/openapi.json', server.url));
  await expect(served).rejects.toThrow(`returned ${status}, expected 200`);
  expect(elsewhere.requests).toEqual([]);
});

test('a served document without an end is refused', async () => {
  await using server = await serveRaw((socket) => {
    socket.write(`${HEAD}\r\n`);
    flood(socket, CHUNK);
  });
  await using folder = await folderWith({ 'openapi.json': DOCUMENT });
  const served = runRoundTrip(folder.at('openapi.json'), new URL('/openapi.json', server.url));
  await expect(served).rejects.toThrow('exceeds');
});
