import { createServer as createHttpServer } from 'node:http';
import { BlockList, createServer as createTcpServer } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../tests/support/listen.ts';
import { resolveTo } from '../../tests/support/resolve-to.ts';
import { createAddressBlockList } from './address-rule.ts';
import type { ConnectionOptions } from './connect.ts';
import { EgressError } from './egress-error.ts';
import { openExchange } from './exchange.ts';

const blockList = createAddressBlockList();
const NAME = 'hooks.example.com';

function answeringServer() {
  return createHttpServer((_request, response) => response.end('answered'));
}

async function statusOf(url: string, connection: ConnectionOptions, signal = new AbortController().signal) {
  const response = await openExchange({ method: 'GET', url: new URL(url), signal }, connection);
  response.destroy();
  return response.statusCode;
}

function hosts(block: { blockList?: BlockList }): [string, ConnectionOptions][] {
  return [
    ['127.0.0.1', block],
    ['[::ffff:127.0.0.1]', block],
    ['localhost', block],
    [NAME, { ...block, lookup: resolveTo('127.0.0.1') }],
    [NAME, { ...block, lookup: resolveTo('::ffff:127.0.0.1') }],
    [NAME, { ...block, lookup: resolveTo('::1', '127.0.0.1') }],
    [NAME, { ...block, lookup: resolveTo('127.0.0.1', '127.0.0.2') }],
    [NAME, { ...block, lookup: resolveTo('0.0.0.0') }],
  ];
}

test.each(
  [...hosts({ blockList }), ['[::1]', { blockList }] as const].flatMap(([host, connection]) => [
    [`http://${host}`, connection] as const,
    [`https://${host}`, connection] as const,
  ]),
)('EVT-7 refuses a connection to %s before it is made', async (origin, connection) => {
  await using server = await listen(answeringServer());
  await expect(statusOf(`${origin}:${server.port}/`, connection)).rejects.toMatchObject({
    name: 'EgressError',
    reason: 'blocked_address',
  });
  expect(server.connections).toBe(0);
});

test.each(hosts({}))(
  'reaches %s when nothing is refused, so the refusal is the block list alone',
  async (host, connection) => {
    await using server = await listen(answeringServer());
    expect(await statusOf(`http://${host}:${server.port}/`, connection)).toBe(200);
  },
);

test('EVT-7 asks the block list for every connection: the second answer of a name gains nothing', async () => {
  await using server = await listen(answeringServer());
  const url = `http://${NAME}:${server.port}/`;
  const open = { lookup: resolveTo('127.0.0.1') };
  expect(await statusOf(url, open)).toBe(200);
  await expect(statusOf(url, { ...open, blockList })).rejects.toMatchObject({ reason: 'blocked_address' });
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
  await expect(statusOf(`http://127.0.0.1:${server.port}/`, {})).rejects.toMatchObject({
    reason: 'protocol',
  });
});

test('reports a peer that speaks no TLS', async () => {
  await using server = await listen(answeringServer());
  await expect(statusOf(`https://127.0.0.1:${server.port}/`, {})).rejects.toMatchObject({ reason: 'tls' });
});

test('reports a port where no one listens, with its cause', async () => {
  const server = await listen(answeringServer());
  await server[Symbol.asyncDispose]();
  const error = await statusOf(`http://127.0.0.1:${server.port}/`, {}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ reason: 'connect', cause: { code: 'ECONNREFUSED' } });
});

test('reports a name that does not resolve', async () => {
  const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
  });
  const connection: ConnectionOptions = { lookup: (_hostname, _options, callback) => callback(failure, '') };
  await expect(statusOf(`http://${NAME}/`, connection)).rejects.toMatchObject({ reason: 'dns' });
});

test('starts nothing, not even resolving, for a signal that was aborted before', async () => {
  let lookups = 0;
  const connection: ConnectionOptions = {
    lookup: () => {
      lookups += 1;
    },
  };
  const reason = new EgressError('aborted', 'stopped');
  await expect(statusOf(`http://${NAME}/`, connection, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(lookups).toBe(0);
});

test('takes the other addresses of a name of which one is refused', async () => {
  const server = await listen(answeringServer());
  const privateOnly = new BlockList();
  privateOnly.addSubnet('10.0.0.0', 8);
  const url = `http://${NAME}:${server.port}/`;
  const connection = { blockList: privateOnly, lookup: resolveTo('10.0.0.1', '127.0.0.1') };
  expect(await statusOf(url, connection)).toBe(200);
  await server[Symbol.asyncDispose]();
  await expect(statusOf(url, connection)).rejects.toMatchObject({ reason: 'connect' });
});
