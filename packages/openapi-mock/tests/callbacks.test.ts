import { verifyWebhook, webhookErrors } from '@keyframe/openapi-runtime/standard-webhooks';
import { expect, test } from 'vitest';
import { type MockOptions, TEST_SECRET } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

interface Received {
  url: string;
  headers: Headers;
  body: string;
}

function createReceivingMock(options: MockOptions = {}) {
  const received: Received[] = [];
  const timers: (() => void)[] = [];
  const clock = {
    now: () => 1_795_172_400_000,
    after: (_: number, run: () => void) => {
      timers.push(run);
      return () => undefined;
    },
  };
  const mock = createJobsMock({
    pace: 'manual',
    clock,
    fetch: async (url, init) => {
      received.push({ url: String(url), headers: new Headers(init?.headers), body: String(init?.body) });
      return new Response(null, { status: 204 });
    },
    ...options,
  });
  const runTimers = async () => {
    for (const run of timers.splice(0)) run();
    await mock.advance(0);
  };
  return { mock, received, runTimers };
}

const HOOK = 'http://127.0.0.1:9/hook';

test('each state is entered once, and its callback is sent once, signed, in agreement with the resource', async () => {
  const { mock, received } = createReceivingMock();
  const { body: created } = await ask(mock, 'POST /jobs', { body: { title: 'Draw', hook: HOOK } });
  const seen: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    seen.push((await ask(mock, `GET /jobs/${created.jobId}`)).body.status);
    await mock.advance();
  }
  expect(seen).toEqual(['waiting', 'running', 'done', 'done', 'done']);
  expect(received).toHaveLength(1);
  const { body: job } = await ask(mock, `GET /jobs/${created.jobId}`);
  const [{ url, headers, body } = { url: '', headers: new Headers(), body: '' }] = received;
  expect(url).toBe(HOOK);
  expect(JSON.parse(body)).toEqual({ id: job.id, status: 'done', result: job.result });
  expect(job.result).toBe(`https://example.com/${job.id}.png`);
  const request = new Request(url, { method: 'POST', headers, body });
  await expect(verify(request)).resolves.toBeDefined();
});

test('another outcome has its own callback', async () => {
  const { mock, received } = createReceivingMock();
  const prefer = 'outcome=failed';
  await ask(mock, 'POST /jobs', { body: { title: 'Draw', hook: HOOK }, headers: { prefer } });
  await mock.advance(2);
  expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['failed']);
});

test('a rejected request sends nothing', async () => {
  const { mock, received } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { hook: HOOK } });
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { authorization: '' } });
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer: 'code=500' } });
  await mock.advance(3);
  expect(received).toEqual([]);
});

test('a callback that is sent twice has the same id twice', async () => {
  const { mock, received } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer: 'callback=twice' } });
  await mock.advance(2);
  expect(received).toHaveLength(2);
  expect(new Set(received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
});

test('a callback that never comes is listed', async () => {
  const { mock, received } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer: 'callback=never' } });
  await mock.advance(2);
  expect(received).toEqual([]);
  expect(mock.listDeliveries()).toMatchObject([{ callback: 'jobDone', result: 'not sent: callback=never' }]);
});

test('a late callback comes after its state', async () => {
  const { mock, received, runTimers } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer: 'callback=late' } });
  await mock.advance(2);
  expect(received).toEqual([]);
  await runTimers();
  expect(received).toHaveLength(1);
});

test('a forged callback has the signature of another secret', async () => {
  const { mock, received } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer: 'callback=forged' } });
  await mock.advance(2);
  const [{ url, headers, body } = { url: HOOK, headers: new Headers(), body: '' }] = received;
  const request = new Request(url, { method: 'POST', headers, body });
  const verification = verify(request);
  await expect(verification).rejects.toThrow();
});

test.each(['http://10.0.0.1/hook', 'http://169.254.169.254/', 'https://example.com/hook'])(
  'nothing is sent to %s, which was not allowed',
  async (hook) => {
    const { mock, received } = createReceivingMock();
    await ask(mock, 'POST /jobs', { body: { title: 'x', hook } });
    await mock.advance(2);
    expect(received).toEqual([]);
    expect(mock.listDeliveries()).toMatchObject([{ result: expect.stringContaining('is not this machine') }]);
  },
);

test('a host that was allowed receives callbacks', async () => {
  const { mock, received } = createReceivingMock({ allowCallbacks: ['example.com'] });
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: 'https://example.com/hook' } });
  await mock.advance(2);
  expect(received).toHaveLength(1);
});

test('at most 64 callbacks are sent at the same time, the others wait', async () => {
  const { promise: answered, resolve: answer } = createPromise();
  const received = new Set<string>();
  let sending = 0;
  let most = 0;
  const { mock } = createReceivingMock({
    fetch: async (_, init) => {
      received.add(JSON.parse(String(init?.body)).id);
      sending += 1;
      most = Math.max(most, sending);
      await answered;
      sending -= 1;
      return new Response();
    },
  });
  for (let count = 0; count < 100; count += 1) {
    await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK } });
  }
  const advanced = mock.advance(2);
  await expect.poll(() => received.size).toBeGreaterThanOrEqual(64);
  expect(mock.listDeliveries().every(({ result }) => result === 'pending')).toBe(true);
  answer();
  await advanced;
  expect([most, received.size]).toEqual([64, 100]);
  expect(mock.listDeliveries().every(({ result }) => result === 200)).toBe(true);
});

test('closing drops the callbacks that wait, and lists them', async () => {
  const { promise: answered, resolve: answer } = createPromise();
  const { mock } = createReceivingMock({
    fetch: async () => {
      await answered;
      return new Response();
    },
  });
  for (let count = 0; count < 66; count += 1) {
    await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK } });
  }
  const advanced = mock.advance(2);
  mock.close();
  answer();
  await advanced;
  expect(mock.listDeliveries().map(({ result }) => result)).toEqual([
    ...Array(64).fill(200),
    ...Array(2).fill('not sent: the mock was closed'),
  ]);
});

test('states pass on their own at the fast pace, with their callbacks', async () => {
  const arrived: string[] = [];
  const { promise, resolve } = createPromise();
  const mock = createJobsMock({
    pace: 'fast',
    fetch: async (_, init) => {
      arrived.push(JSON.parse(String(init?.body)).status);
      resolve();
      return new Response();
    },
  });
  const { body } = await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK } });
  await promise;
  expect((await ask(mock, `GET /jobs/${body.jobId}`)).body.status).toBe('done');
  expect(arrived).toEqual(['done']);
  mock.close();
});

function createPromise() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function verify(request: Request): Promise<Blob> {
  const now = () => 1_795_172_400_000;
  return verifyWebhook(request, { secrets: [TEST_SECRET], now }, webhookErrors);
}
