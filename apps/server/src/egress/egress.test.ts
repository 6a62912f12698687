import { createServer as createTcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listen } from '@keyframe/test-kit';
import { createTestCertificate, startTlsReceiver, type TlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test, vi } from 'vitest';
import { createFixedResolver } from '../../tests/support/create-fixed-resolver.ts';
import { fakeTimers, nextResponse } from '../../tests/support/fake-timers.ts';
import { createEgress, type EgressRequest } from './egress.ts';

const NAME = 'hooks.example.com';
const TIMEOUT_MS = 60_000;
/** Parts that a receiver sends until the deadline. */
const PARTS = 20;

function post(url: string, changes: Partial<EgressRequest> = {}): EgressRequest {
  const body = '{"id":"tëst"}';
  const timeoutMs = TIMEOUT_MS;
  return { method: 'POST', url, body, timeoutMs, maxResponseBytes: 1_024, protocols: ['https:'], ...changes };
}

function createAllowedEgress(receiver: TlsReceiver) {
  return createEgress({ allow: [receiver.allow], caFile: receiver.caFile });
}

test('sends a request over TLS and reads its response', async () => {
  await using receiver = await startTlsReceiver({
    answer: { status: 201, headers: { 'x-receiver': 'yes' }, body: 'stored' },
  });
  const headers = { 'content-type': 'application/json' };
  const response = await createAllowedEgress(receiver).request(post(`${receiver.url}/hook?a=1`, { headers }));
  expect(response).toMatchObject({ status: 201, headers: { 'x-receiver': 'yes' }, truncated: false });
  expect(response.body.toString()).toBe('stored');
  expect(receiver.requests).toMatchObject([
    {
      method: 'POST',
      path: '/hook?a=1',
      body: '{"id":"tëst"}',
      headers: { 'content-type': 'application/json', 'content-length': '14' },
    },
  ]);
});

test('EVT-7 refuses at delivery a literal address that is not public', async () => {
  await using receiver = await startTlsReceiver();
  const egress = createEgress({ allow: [], caFile: receiver.caFile });
  await expect(egress.request(post(receiver.url))).rejects.toMatchObject({ reason: 'blocked_address' });
  expect(receiver.connections).toBe(0);
});

test('EVT-7 refuses at delivery a public name that now resolves to loopback', async () => {
  await using receiver = await startTlsReceiver();
  const egress = createEgress({
    allow: [],
    caFile: receiver.caFile,
    resolveName: createFixedResolver('127.0.0.1'),
  });
  const url = `https://${NAME}:${receiver.port}/`;
  expect(egress.check(url, { protocols: ['https:'] })).toBeNull();
  await expect(egress.request(post(url))).rejects.toMatchObject({ reason: 'blocked_address' });
  expect(receiver.connections).toBe(0);
});

test('exempts exactly the allowed host and port from SSRF protection', async () => {
  await using certificate = await createTestCertificate([NAME]);
  await using receiver = await startTlsReceiver({ certificate });
  await using other = await startTlsReceiver({ certificate });
  const egress = createEgress({
    allow: [`${NAME}:${receiver.port}`],
    caFile: certificate.caFile,
    resolveName: createFixedResolver('127.0.0.1'),
  });
  expect((await egress.request(post(`https://${NAME}:${receiver.port}/`))).status).toBe(200);
  for (const url of [`https://${NAME}:${other.port}/`, receiver.url, `https://a.${NAME}:${receiver.port}/`]) {
    await expect(egress.request(post(url))).rejects.toMatchObject({ reason: 'blocked_address' });
  }
  expect([receiver.connections, other.connections]).toEqual([1, 0]);
});

test('EVT-7 refuses http even for an allowed host', async () => {
  await using receiver = await startTlsReceiver();
  const url = receiver.url.replace('https:', 'http:');
  await expect(createAllowedEgress(receiver).request(post(url))).rejects.toMatchObject({
    reason: 'invalid_url',
  });
});

test('refuses a certificate that nobody vouches for', async () => {
  await using receiver = await startTlsReceiver();
  const egress = createEgress({ allow: [receiver.allow] });
  const error = await egress.request(post(receiver.url)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ reason: 'tls', cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect(receiver.requests).toHaveLength(0);
});

test('refuses a certificate for another name', async () => {
  await using receiver = await startTlsReceiver();
  const allow = [`${NAME}:${receiver.port}`];
  const egress = createEgress({
    allow,
    caFile: receiver.caFile,
    resolveName: createFixedResolver('127.0.0.1'),
  });
  const request = egress.request(post(`https://${NAME}:${receiver.port}/`));
  await expect(request).rejects.toMatchObject({ reason: 'tls' });
});

test('gives a redirect as it is', async () => {
  await using target = await startTlsReceiver();
  await using receiver = await startTlsReceiver({
    answer: { status: 307, headers: { location: target.url } },
  });
  const egress = createEgress({ allow: [receiver.allow, target.allow], caFile: receiver.caFile });
  expect((await egress.request(post(receiver.url))).status).toBe(307);
  expect(target.connections).toBe(0);
});

test('reads no more of a response than asked, even of an endless one', async () => {
  await using receiver = await startTlsReceiver({ answer: { body: 'x'.repeat(5_000), dripEveryMs: 5 } });
  const response = await createAllowedEgress(receiver).request(
    post(receiver.url, { maxResponseBytes: 1_000 }),
  );
  expect(response.truncated).toBe(true);
  expect(response.body).toHaveLength(1_000);
});

test('takes a response of exactly the limit as whole', async () => {
  await using receiver = await startTlsReceiver({ answer: { body: 'x'.repeat(1_000) } });
  const response = await createAllowedEgress(receiver).request(
    post(receiver.url, { maxResponseBytes: 1_000 }),
  );
  expect(response).toMatchObject({ truncated: false, body: { length: 1_000 } });
});

test('ends a receiver that never answers at the deadline', async () => {
  await using receiver = await startTlsReceiver({ answer: { isSilent: true } });
  using _ = fakeTimers();
  const request = createAllowedEgress(receiver).request(post(receiver.url));
  await receiver.waitForRequests(1);
  vi.advanceTimersByTime(TIMEOUT_MS);
  await expect(request).rejects.toMatchObject({ reason: 'timeout', status: undefined });
});

test('ends a receiver that drips at the same deadline, and reports its status', async () => {
  await using receiver = await startTlsReceiver({ answer: { dripEveryMs: 20 } });
  using _ = fakeTimers();
  const request = createAllowedEgress(receiver).request(post(receiver.url));
  await nextResponse();
  vi.advanceTimersByTime(TIMEOUT_MS);
  await expect(request).rejects.toMatchObject({ reason: 'timeout', status: 200 });
});

test.each([
  ['one header and the next', (index: number) => (index === 0 ? 'HTTP/1.1 200 OK\r\n' : 'x: y\r\n')],
  ['one byte of its head and the next', (index: number) => 'HTTP/1.1 200 OK\r\nx: '.charAt(index) || 'y'],
  ['one interim response and the next', () => 'HTTP/1.1 102 Processing\r\n\r\n'],
])('ends a receiver that waits between %s at the same deadline', async (_what, part) => {
  using _ = fakeTimers();
  await using server = await listen(
    createTcpServer(async (socket) => {
      socket.on('error', () => undefined);
      for (let index = 0; index < PARTS; index += 1) {
        socket.write(part(index));
        await nextTurn();
        vi.advanceTimersByTime(TIMEOUT_MS / PARTS);
      }
    }),
  );
  const url = `http://127.0.0.1:${server.port}/`;
  const egress = createEgress({ allow: [`127.0.0.1:${server.port}`] });
  const request = egress.request(post(url, { protocols: ['https:', 'http:'] }));
  await expect(request).rejects.toMatchObject({ reason: 'timeout', status: undefined });
});

test('ends a peer that never finishes the TLS handshake at the deadline', async () => {
  const connected = Promise.withResolvers<void>();
  await using server = await listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      connected.resolve();
    }),
  );
  using _ = fakeTimers();
  const egress = createEgress({ allow: [`127.0.0.1:${server.port}`] });
  const request = egress.request(post(`https://127.0.0.1:${server.port}/`));
  await connected.promise;
  vi.advanceTimersByTime(TIMEOUT_MS);
  await expect(request).rejects.toMatchObject({ reason: 'timeout' });
});

test('ends a name server that never answers at the deadline', async () => {
  using _ = fakeTimers();
  const egress = createEgress({ allow: [], resolveName: () => new Promise(() => {}) });
  const request = egress.request(post(`https://${NAME}/`));
  vi.advanceTimersByTime(TIMEOUT_MS);
  await expect(request).rejects.toMatchObject({ reason: 'timeout' });
});

test('ends when its caller gives up, with the reason as cause', async () => {
  await using receiver = await startTlsReceiver({ answer: { isSilent: true } });
  const controller = new AbortController();
  const request = createAllowedEgress(receiver).request(post(receiver.url, { signal: controller.signal }));
  await receiver.waitForRequests(1);
  const reason = new Error('shutting down');
  controller.abort(reason);
  await expect(request).rejects.toMatchObject({ reason: 'aborted', cause: reason });
});

test('names a malformed allow entry at once', () => {
  expect(() => createEgress({ allow: ['localhost'] })).toThrow('"localhost" is not host:port');
});
