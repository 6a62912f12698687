import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SYSTEM_CLOCK } from '@keyframe/openapi-runtime/internal';
import { expect, test } from 'vitest';
import { Transport } from './transport.ts';
import type { WireRequest } from './wire.ts';

const SOME: WireRequest = { method: 'GET', target: '/', headers: [] };

/** Starts a server that responds to the first requests and to none after them. */
async function serveFirst(count: number) {
  let received = 0;
  const server = createServer((_request, response) => {
    received += 1;
    if (received <= count) response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    received: () => received,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

test('sends no probe to a server that stops answering once the time of the run is over', async () => {
  await using server = await serveFirst(1);
  await using transport = new Transport({
    server: server.url,
    workers: 1,
    timeoutMs: 2_000,
    remainingMs: () => (server.received() >= 2 ? 0 : 60_000),
  });
  await transport.send(SOME);
  await expect(transport.send(SOME)).rejects.toMatchObject({ kind: 'timeout' });
  expect(server.received()).toBe(2);
});

test('probes a server that stops answering before the end of the run', async () => {
  await using server = await serveFirst(1);
  await using transport = new Transport({
    server: server.url,
    workers: 1,
    timeoutMs: 2_000,
    remainingMs: () => (server.received() >= 3 ? 0 : 60_000),
  });
  await transport.send(SOME);
  await expect(transport.send(SOME)).rejects.toMatchObject({ kind: 'timeout' });
  expect(server.received()).toBe(3);
});

test('tidies up for a limited time in total after the end of the run', async () => {
  let now = 0;
  await using server = await serveFirst(1_000);
  await using transport = new Transport({
    server: server.url,
    workers: 1,
    timeoutMs: 10_000,
    remainingMs: () => 0,
    clock: { ...SYSTEM_CLOCK, now: () => now++ * 3_000 },
  });
  await transport.tidy([SOME, SOME, SOME]);
  const inTime = server.received();
  await transport.tidy([SOME, SOME, SOME, SOME, SOME, SOME]);
  const inTotal = server.received();
  await transport.tidy([SOME]);
  expect(inTime).toBeGreaterThan(0);
  expect(inTotal).toBeLessThan(9);
  expect(server.received()).toBe(inTotal);
});

test.each([
  ['that answered before is cut off, which shows nothing about it', 1, 'cut-off'],
  ['that never answered is a timeout', 0, 'timeout'],
])('soon after the end of the run, a request to a server %s', async (_, answered, kind) => {
  await using server = await serveFirst(answered);
  await using transport = new Transport({
    server: server.url,
    workers: 1,
    timeoutMs: 60_000,
    remainingMs: () => (server.received() < answered ? 1_000 : 0),
  });
  if (answered > 0) await transport.send(SOME);
  await expect(transport.send(SOME)).rejects.toMatchObject({ kind });
  await expect(transport.send(SOME)).rejects.toMatchObject({ kind: 'cut-off' });
  expect(server.received()).toBe(answered + 1);
});

test('a server that leaves requests unanswered after the end of the run gets one request that tidies up', async () => {
  await using server = await serveFirst(0);
  await using transport = new Transport({
    server: server.url,
    workers: 1,
    timeoutMs: 60_000,
    remainingMs: () => 0,
  });
  await expect(transport.send(SOME)).rejects.toMatchObject({ kind: 'timeout' });
  await transport.tidy([SOME, SOME, SOME]);
  await transport.tidy([SOME]);
  expect(server.received()).toBe(2);
});
