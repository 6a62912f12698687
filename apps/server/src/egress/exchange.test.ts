import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { BlockList, createServer as createTcpServer } from 'node:net';
import { createAddressBlockList } from '@keyframe/openapi-runtime/node';
import { listen } from '@keyframe/test-kit';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { createFixedResolver } from '../../tests/support/create-fixed-resolver.ts';
import type { ConnectionOptions } from './connect.ts';
import { createEgress } from './egress.ts';
import { EgressError } from './egress-error.ts';
import { openExchange, readChunks } from './exchange.ts';
import { createNameResolver, type ResolveName } from './resolve-name.ts';

const blockList = createAddressBlockList();
const NAME = 'hooks.example.com';

function answeringServer() {
  return createHttpServer((_request, response) => response.end('answered'));
}

const system = { resolveName: createNameResolver() };

async function readStatus(
  url: string,
  connection: Partial<ConnectionOptions>,
  signal = new AbortController().signal,
) {
  const request = { method: 'GET', url: new URL(url), signal };
  const response = await openExchange(request, { ...system, ...connection });
  response.destroy();
  return response.statusCode;
}

function hosts(block: { blockList?: BlockList }): [string, Partial<ConnectionOptions>][] {
  return [
    ['127.0.0.1', block],
    ['[::ffff:127.0.0.1]', block],
    ['localhost', block],
    [NAME, { ...block, resolveName: createFixedResolver('127.0.0.1') }],
    [NAME, { ...block, resolveName: createFixedResolver('::ffff:127.0.0.1') }],
    [NAME, { ...block, resolveName: createFixedResolver('::1', '127.0.0.1') }],
    [NAME, { ...block, resolveName: createFixedResolver('127.0.0.1', '127.0.0.2') }],
    [NAME, { ...block, resolveName: createFixedResolver('0.0.0.0') }],
  ];
}

test.each(
  [...hosts({ blockList }), ['[::1]', { blockList }] as const].flatMap(([host, connection]) => [
    [`http://${host}`, connection] as const,
    [`https://${host}`, connection] as const,
  ]),
)('EVT-7 refuses a connection to %s before it is made', async (origin, connection) => {
  await using server = await listen(answeringServer());
  await expect(readStatus(`${origin}:${server.port}/`, connection)).rejects.toMatchObject({
    name: 'EgressError',
    reason: 'blocked_address',
  });
  expect(server.connections).toBe(0);
});

test.each(hosts({}))(
  'reaches %s when nothing is refused, so the refusal is the block list alone',
  async (host, connection) => {
    await using server = await listen(answeringServer());
    expect(await readStatus(`http://${host}:${server.port}/`, connection)).toBe(200);
  },
);

test('EVT-7 asks the block list for every connection: the second answer of a name gains nothing', async () => {
  await using server = await listen(answeringServer());
  const url = `http://${NAME}:${server.port}/`;
  const open = { resolveName: createFixedResolver('127.0.0.1') };
  expect(await readStatus(url, open)).toBe(200);
  await expect(readStatus(url, { ...open, blockList })).rejects.toMatchObject({ reason: 'blocked_address' });
  expect(server.connections).toBe(1);
});

test.each([
  ['answers something other than HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['sends endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['breaks off', ''],
])('reports a peer that %s', async (_what, bytes) => {
  await using server = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes));
    }),
  );
  await expect(readStatus(`http://127.0.0.1:${server.port}/`, {})).rejects.toMatchObject({
    reason: 'protocol',
  });
});

/** A peer that answers a head, and then sends bytes as long as it can. */
function sendEndlessly(head: string, bytes: string): RequestListener {
  return ({ socket }) => {
    const many = bytes.repeat(10_000);
    const send = () => {
      while (socket.writable && socket.write(many));
    };
    socket.on('error', () => undefined).on('drain', send);
    socket.write(head);
    send();
  };
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['informational responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['a body in chunks of a byte', CHUNKED, '1\r\nx\r\n'],
])('gives up on a peer that sends %s without end, over HTTP and HTTPS', async (_, head, bytes) => {
  await using certificate = await createTestCertificate();
  const peer = sendEndlessly(head, bytes);
  await using plain = await listen(createHttpServer(peer));
  await using encrypted = await listen(createHttpsServer(certificate, peer));
  const egress = createEgress({
    allow: [`127.0.0.1:${plain.port}`, `127.0.0.1:${encrypted.port}`],
    caFile: certificate.caFile,
  });
  for (const { url } of [plain, encrypted]) {
    const limits = { timeoutMs: 60_000, maxResponseBytes: 1_000_000_000 };
    const answer = egress.request({ method: 'GET', url, protocols: ['https:', 'http:'], ...limits });
    await expect(answer).rejects.toMatchObject({
      reason: 'protocol',
      message: expect.stringMatching(/informational|small chunks/),
    });
  }
});

test('reads a body in chunks of some hundred bytes', async () => {
  const chunk = `c8\r\n${'x'.repeat(200)}\r\n`;
  await using server = await listen(
    createHttpServer(({ socket }) => socket.write(`${CHUNKED}${chunk.repeat(10_000)}0\r\n\r\n`)),
  );
  const signal = new AbortController().signal;
  const response = await openExchange({ method: 'GET', url: new URL(server.url), signal }, system);
  let bytes = 0;
  for await (const part of readChunks(response)) bytes += part.byteLength;
  response.destroy();
  expect(bytes).toBe(2_000_000);
});

test('reports a peer that speaks no TLS', async () => {
  await using server = await listen(answeringServer());
  await expect(readStatus(`https://127.0.0.1:${server.port}/`, {})).rejects.toMatchObject({ reason: 'tls' });
});

test('reports a port where no one listens, with its cause', async () => {
  const server = await listen(answeringServer());
  await server[Symbol.asyncDispose]();
  const error = await readStatus(`http://127.0.0.1:${server.port}/`, {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ reason: 'connect', cause: { code: 'ECONNREFUSED' } });
});

test.each([
  ['that does not resolve', new EgressError('dns', `${NAME} does not resolve: ENOTFOUND`)],
  ['without an address', undefined],
])('reports a name %s', async (_what, failure) => {
  const resolveName: ResolveName = async () => {
    if (failure !== undefined) throw failure;
    return [];
  };
  await expect(readStatus(`http://${NAME}/`, { resolveName })).rejects.toMatchObject({
    reason: 'dns',
    message: expect.stringContaining(`${NAME} does not resolve`),
  });
});

test('starts nothing, not even resolving, for a signal that was aborted before', async () => {
  let lookups = 0;
  const resolveName: ResolveName = async () => {
    lookups += 1;
    return [];
  };
  const reason = new EgressError('aborted', 'stopped');
  const aborted = AbortSignal.abort(reason);
  await expect(readStatus(`http://${NAME}/`, { resolveName }, aborted)).rejects.toBe(reason);
  expect(lookups).toBe(0);
});

test('takes the other addresses of a name of which one is refused', async () => {
  const server = await listen(answeringServer());
  const privateOnly = new BlockList();
  privateOnly.addSubnet('10.0.0.0', 8);
  const url = `http://${NAME}:${server.port}/`;
  const connection = { blockList: privateOnly, resolveName: createFixedResolver('10.0.0.1', '127.0.0.1') };
  expect(await readStatus(url, connection)).toBe(200);
  await server[Symbol.asyncDispose]();
  await expect(readStatus(url, connection)).rejects.toMatchObject({ reason: 'connect' });
});
