import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createSecureContext, createServer, type TLSSocket } from 'node:tls';
import { eventually, listen } from '@keyframe/test-kit';
import { createTestCertificate, startTlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { readCertificates } from './certificates.ts';
import { createEgress } from './egress.ts';
import { openExchange } from './exchange.ts';
import { KeptConnections } from './kept-connections.ts';
import { createNameResolver } from './resolve-name.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Starts a receiver that answers each request by a function of its connection and of the number of requests before. */
async function startRawReceiver(answer: (socket: TLSSocket, before: number) => void) {
  const certificate = await createTestCertificate();
  let requests = 0;
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    socket.on('error', () => {}).on('data', () => answer(socket, requests++));
  });
  const listening = await listen(server);
  const allow = [`127.0.0.1:${listening.port}`];
  const egress = createEgress({ allow, caFile: certificate.caFile });
  const secureContext = createSecureContext({ ca: readCertificates(certificate.caFile) });
  return {
    /** Sends a request by connections that are kept for a time of the test's own. */
    sendBy: async (kept: KeptConnections) => {
      const url = new URL(`https://127.0.0.1:${listening.port}/`);
      const exchange = { method: 'GET', url, signal: new AbortController().signal };
      const response = await openExchange(
        exchange,
        { resolveName: createNameResolver(), secureContext },
        kept,
      );
      await once(response.resume(), 'end');
    },
    send: () =>
      egress.request({
        method: 'POST',
        url: `https://127.0.0.1:${listening.port}/`,
        body: '{}',
        timeoutMs: 5_000,
        maxResponseBytes: 1_024,
        protocols: ['https:'],
      }),
    get requests() {
      return requests;
    },
    get connections() {
      return listening.connections;
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      await certificate.remove();
    },
  };
}

test('a second request uses the connection of the first one', async () => {
  await using receiver = await startRawReceiver((socket) => socket.write(OK));
  for (let count = 0; count < 3; count += 1) expect((await receiver.send()).body.toString()).toBe('ok');
  expect(receiver).toMatchObject({ requests: 3, connections: 1 });
});

test('requests at the same time have a connection each', async () => {
  await using receiver = await startRawReceiver((socket) => socket.write(OK));
  await Promise.all([receiver.send(), receiver.send(), receiver.send()]);
  expect(receiver.connections).toBe(3);
});

test.each([
  ['destroys it', (socket: Socket) => void socket.destroy()],
  ['ends it', (socket: Socket) => void socket.end()],
])(
  'a receiver that %s instead of answering gets the request once more, on a new connection',
  async (_, close) => {
    await using receiver = await startRawReceiver((socket, before) => {
      if (before === 1) close(socket);
      else socket.write(OK);
    });
    await receiver.send();
    expect(await receiver.send()).toMatchObject({ status: 200 });
    expect(receiver).toMatchObject({ requests: 3, connections: 2 });
  },
);

test('a receiver that closes each connection without an answer gets a request twice at most', async () => {
  await using receiver = await startRawReceiver((socket, before) => {
    if (before === 0) socket.write(OK);
    else socket.destroy();
  });
  await receiver.send();
  await expect(receiver.send()).rejects.toMatchObject({ reason: 'protocol' });
  expect(receiver.requests).toBe(3);
  await expect(receiver.send()).rejects.toMatchObject({ reason: 'protocol' });
  expect(receiver.requests).toBe(4);
});

test('a response that nobody requested does not answer the next request', async () => {
  await using receiver = await startRawReceiver((socket, before) => {
    socket.write(before === 0 ? `${OK}HTTP/1.1 500 Forged\r\ncontent-length: 0\r\n\r\n` : OK);
  });
  await receiver.send();
  expect(await receiver.send()).toMatchObject({ status: 200 });
});

test('a connection is closed when its receiver sends a response that nobody requested', async () => {
  const sockets: TLSSocket[] = [];
  await using receiver = await startRawReceiver((socket) => {
    sockets.push(socket);
    socket.write(OK);
  });
  // Not closed because it is idle.
  const kept = new KeptConnections({ timeout: 600_000 });
  await receiver.sendBy(kept);
  const [socket] = sockets;
  if (socket === undefined) throw new Error('The receiver got no request.');
  const closed = once(socket, 'close');
  socket.write('HTTP/1.1 500 Forged\r\ncontent-length: 0\r\n\r\n');
  await closed;
  await receiver.sendBy(kept);
  expect(receiver.connections).toBe(2);
});

test.each([
  ['asks to close it', { headers: { connection: 'close' } }],
  ['answers more than is read', { body: 'x'.repeat(2_000) }],
])('a connection is not kept if its receiver %s', async (_, answer) => {
  await using receiver = await startTlsReceiver({ answer });
  const egress = createEgress({ allow: [receiver.allow], caFile: receiver.caFile });
  const limits = { timeoutMs: 5_000, maxResponseBytes: 1_024, protocols: ['https:'] as const };
  for (let count = 0; count < 2; count += 1) {
    await egress.request({ method: 'POST', url: receiver.url, body: '{}', ...limits });
  }
  expect(receiver.connections).toBe(2);
});

test('an idle connection is closed after its time', async () => {
  await using receiver = await startRawReceiver((socket) => socket.write(OK));
  const kept = new KeptConnections({ timeout: 2_000 });
  const isFree = once(kept, 'free');
  await receiver.sendBy(kept);
  await isFree;
  await eventually('the end of the kept connection', () => Object.keys(kept.freeSockets).length === 0);
  expect(receiver.connections).toBe(1);
});
