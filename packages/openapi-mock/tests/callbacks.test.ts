import { verifyWebhook, webhookErrors } from '@keyframe/openapi-runtime/client';
import { expect, test } from 'vitest';
import { type Mock, type MockOptions, TEST_SECRET } from '../src/index.ts';
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

test.each([
  ['ftp://127.0.0.1/hook', 'the URL is not an http or https URL'],
  ['file:///etc/passwd', 'the URL is not an http or https URL'],
  ['http://user:x@127.0.0.1/hook', 'the URL contains credentials'],
])('nothing is sent to %s: %s', async (hook, reason) => {
  const { mock, received } = createReceivingMock();
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook } });
  await mock.advance(2);
  expect(received).toEqual([]);
  expect(listResults(mock)).toEqual([`not sent: ${reason}`]);
});

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

const NEVER = 'http://127.0.0.1:9/never';

/** A mock with 65 jobs that call NEVER, a receiver that never answers. */
async function createBusyMock() {
  const { mock } = createReceivingMock({
    fetch: async (url) => (url === NEVER ? new Promise<Response>(() => undefined) : new Response()),
  });
  const ids: string[] = [];
  for (let count = 0; count < 65; count += 1) {
    const { body } = await ask(mock, 'POST /jobs', { body: { title: 'x', hook: NEVER } });
    ids.push(String(body.jobId));
  }
  void mock.advance(2);
  return { mock, ids };
}

function listResults(mock: Mock, world?: string): (number | string)[] {
  return mock.listDeliveries(world).map(({ result }) => result);
}

test('a receiver that never answers does not delay the callbacks of another world', async () => {
  const { mock } = await createBusyMock();
  const headers = { 'mock-world': 'other' };
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers });
  void mock.advance(2);
  await expect.poll(() => listResults(mock, 'other')).toEqual([200]);
  expect(listResults(mock)).toEqual(Array(65).fill('pending'));
});

test('receivers that never answer, in many worlds, hold a limited number of requests', async () => {
  let sending = 0;
  const { mock } = createReceivingMock({
    fetch: async (url) => {
      if (url === HOOK) return new Response();
      sending += 1;
      return new Promise<Response>(() => undefined);
    },
  });
  for (let count = 0; count < 900; count += 1) {
    const headers = { 'mock-world': `never-${count % 15}` };
    await ask(mock, 'POST /jobs', { body: { title: 'x', hook: NEVER }, headers });
  }
  const headers = { 'mock-world': 'other' };
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers });
  void mock.advance(2);
  await expect.poll(() => listResults(mock, 'other')).toEqual([200]);
  expect(sending).toBeLessThan(704);
});

test('a callback that is triggered does not wait for others', async () => {
  const { mock } = await createBusyMock();
  expect(await mock.trigger('jobDone', HOOK)).toMatchObject({ result: 200 });
});

test('a resource that is removed leaves the queue at once', async () => {
  const { mock, ids } = await createBusyMock();
  await ask(mock, `DELETE /jobs/${ids[64]}`);
  expect(listResults(mock)).toEqual([...Array(64).fill('pending'), 'not sent: the resource was removed']);
});

test('advancing does not wait for callbacks that follow', async () => {
  const { promise: answered, resolve: answer } = createPromise();
  const { mock } = createReceivingMock({
    fetch: async (url) => {
      await (url === NEVER ? new Promise<void>(() => undefined) : answered);
      return new Response();
    },
  });
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK } });
  const advanced = mock.advance(2);
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: NEVER } });
  void mock.advance(2);
  answer();
  await advanced;
  expect(listResults(mock)).toEqual([200, 'pending']);
});

test('closing drops the callbacks that are late or wait, and lists them', async () => {
  const { promise: answered, resolve: answer } = createPromise();
  const { mock } = createReceivingMock({
    fetch: async () => {
      await answered;
      return new Response();
    },
  });
  for (let count = 0; count < 67; count += 1) {
    const headers = { prefer: count === 66 ? 'callback=late' : '' };
    await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers });
  }
  const advanced = mock.advance(2);
  mock.close();
  answer();
  await advanced;
  expect(listResults(mock)).toEqual([
    ...Array(64).fill(200),
    ...Array(3).fill('not sent: the mock was closed'),
  ]);
});

test.each(['', 'callback=late'])('a closed mock sends nothing (%j)', async (prefer) => {
  const timers = new Set<number>();
  const after = (milliseconds: number) => {
    timers.add(milliseconds);
    return () => void timers.delete(milliseconds);
  };
  const { mock, received } = createReceivingMock({ clock: { now: () => 1_795_172_400_000, after } });
  const headers = { prefer: `${prefer}, delay=1, pace=real` };
  const creating = ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers });
  await expect.poll(() => timers.size).toBe(1);
  mock.close();
  const { body } = await creating;
  expect(timers.size).toBe(0);
  await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK }, headers: { prefer } });
  await mock.advance(2);
  expect(body).toHaveProperty('jobId');
  expect(received).toEqual([]);
  expect(timers.size).toBe(0);
  expect(listResults(mock)).toEqual(['not sent: the mock was closed']);
  expect(await mock.trigger('jobDone', HOOK)).toMatchObject({ result: 'not sent: the mock was closed' });
});

test('a clock may call before it returns', async () => {
  let now = 1_795_172_400_000;
  const after = (milliseconds: number, run: () => void) => {
    now += milliseconds;
    run();
    return () => undefined;
  };
  const { mock, received } = createReceivingMock({ pace: 'real', clock: { now: () => now, after } });
  const { status } = await ask(mock, 'POST /jobs', { body: { title: 'x', hook: HOOK } });
  await mock.advance(0);
  expect([status, received.length]).toEqual([202, 1]);
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
