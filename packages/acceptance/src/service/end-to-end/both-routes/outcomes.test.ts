import { createClient, type FinishedTask } from '@keyframe/client';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Account, createAccount } from '../../../support/account.ts';
import type { Delivery } from '../../../support/receiver.ts';
import { type Harness, startHarness } from '../harness.ts';

const GENERATIONS = '/v1/videos/generations';
const CREDITS = 1000;
const POLL = { pollInterval: 100, waitTimeout: 200_000 };
/** The price of 4 seconds of 480p. */
const PRICE = 20;

let harness: Harness;
let account: Account;

beforeAll(async () => {
  harness = await startHarness(inject('route'), {
    CALLBACK_TIMEOUT: '1s',
    CALLBACK_RETRIES: '100ms,100ms,100ms,100ms,100ms',
  });
  account = await createAccount(harness.service.operator, { credits: CREDITS });
});
afterAll(() => harness?.[Symbol.asyncDispose]());
afterEach(() => expect(harness.takeProblems()).toEqual([]));

/** Submits 4 seconds of 480p and waits for the end; `path` is where the callback goes. */
async function run(prompt: string, path?: string) {
  const client = harness.client(account.key);
  const { taskId, credits } = await client.videos.create({
    model: 'video-2-0',
    input: { prompt, duration: 4, resolution: '480p' },
    ...(path === undefined ? {} : { callback_url: harness.receiver.url + path }),
  });
  expect(credits).toBe(PRICE);
  return client.tasks.wait(taskId, POLL);
}

async function balance() {
  const balances = await harness.service.operator.balances(account.ownerId);
  return balances.test;
}

async function delivered(path: string): Promise<{ delivery: Delivery; event: object }> {
  const [delivery] = await harness.receiver.waitForDeliveries(path, 1);
  if (delivery === undefined) throw new Error(`Nothing arrived at ${path}`);
  return { delivery, event: JSON.parse(delivery.body) };
}

function verify(delivery: Delivery): unknown {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(delivery.headers[name]),
    ]),
  );
  return new Webhook(account.callbackSecret).verify(delivery.body, headers);
}

function identity({ id, created_at, model }: FinishedTask) {
  return { id, created_at, model };
}

test('credits are reserved on acceptance and spent on success, of the test balance alone', {
  meta: { requirements: ['PUR-3', 'STA-3', 'STA-5', 'RES-25', 'OPEN-22'] },
}, async () => {
  const before = await balance();
  const client = harness.client(account.key);
  const submit = (prompt: string) =>
    client.videos.create({ model: 'video-2-0', input: { prompt, duration: 4, resolution: '480p' } });
  // It outlasts this suite: a busy machine may take long to look at a balance.
  expect((await submit('a calm sea #sandbox:delay=1700s')).credits).toBe(PRICE);
  expect(await balance()).toEqual({ available: before.available - PRICE, reserved: PRICE });
  const { taskId } = await submit('a calm sea');
  expect(await client.tasks.wait(taskId, POLL)).toMatchObject({ status: 'completed', credits: PRICE });
  expect(await harness.service.operator.balances(account.ownerId)).toEqual({
    test: { available: before.available - 2 * PRICE, reserved: PRICE },
    live: { available: 0, reserved: 0 },
  });
});

test('completion is posted to callback_url over TLS, signed', {
  meta: { requirements: ['STA-2', 'EVT-1', 'EVT-2', 'EVT-4', 'OPEN-10'] },
}, async () => {
  const task = await run('a calm sea', '/completed');
  const { delivery, event } = await delivered('/completed');
  expect(delivery.headers['content-type']).toMatch(/^application\/json/);
  expect(event).toEqual({ ...identity(task), status: 'completed', data: task.data });
  expect(verify(delivery)).toEqual(event);
});

test('a delivery that was tampered with does not verify', async () => {
  await run('a calm sea', '/tampered');
  const { delivery } = await delivered('/tampered');
  expect(() => verify({ ...delivery, body: delivery.body.replace('completed', 'cancelled') })).toThrow();
});

test('a failed task is refunded to the credit, and its callback says so', {
  meta: { requirements: ['PUR-3', 'STA-6', 'EVT-3', 'ERR-6', 'OPEN-11'] },
}, async () => {
  const before = await balance();
  const task = await run('a calm sea #sandbox:fail=content_rejected', '/failed');
  expect(task).toMatchObject({
    status: 'failed',
    billing_status: 'refunded',
    credits: PRICE,
    failed_reason: 'content_rejected',
  });
  expect(task).not.toHaveProperty('data');
  const { delivery, event } = await delivered('/failed');
  expect(event).toEqual({
    ...identity(task),
    status: 'failed',
    data: { failed_reason: 'content_rejected', credits_refunded: PRICE },
  });
  expect(verify(delivery)).toEqual(event);
  expect(await balance()).toEqual(before);
});

test('STA-7 OPEN-21 when the refund fails as well, the credits stay reserved and the callback counts none', async () => {
  const before = await balance();
  const task = await run('a calm sea #sandbox:refund_failed', '/refund-failed');
  expect(task).toMatchObject({ status: 'failed', billing_status: 'refund_failed', credits: PRICE });
  const { event } = await delivered('/refund-failed');
  expect(event).toMatchObject({ status: 'failed', data: { credits_refunded: 0 } });
  expect(await balance()).toEqual({
    available: before.available - PRICE,
    reserved: before.reserved + PRICE,
  });
  // The operator hears of it.
  expect(harness.takeProblems()).toEqual([expect.stringContaining('refund failed')]);
});

test('OPEN-22 the sandbox can simulate a timeout', async () => {
  const task = await run('a calm sea #sandbox:timeout');
  expect(task).toMatchObject({ status: 'failed', failed_reason: 'timed_out', billing_status: 'refunded' });
});

test('errors, redirects and missing responses are retried with the same id and body', {
  meta: { requirements: ['EVT-5', 'EVT-6', 'LIM-3', 'OPEN-19'] },
}, async () => {
  harness.receiver.answer('/flaky', [500, 302, 'no response', 404]);
  const task = await run('a calm sea', '/flaky');
  const deliveries = await harness.receiver.waitForDeliveries('/flaky', 5);
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const delivery of deliveries) expect(verify(delivery)).toMatchObject({ id: task.id });
  expect(harness.receiver.deliveries('/redirected')).toEqual([]);
});

test('a delivery is attempted once and retried 5 times, no more; a success ends it', {
  meta: { requirements: ['EVT-5', 'LIM-3', 'OPEN-20'] },
}, async () => {
  harness.receiver.answer('/down', Array<number>(20).fill(503));
  await run('a calm sea', '/up');
  await run('a calm sea', '/down');
  await harness.receiver.waitForDeliveries('/down', 6);
  // Long enough for a seventh attempt: another delivery takes the same number of delays.
  harness.receiver.answer('/marker', [503, 503, 503]);
  await run('a calm sea', '/marker');
  await harness.receiver.waitForDeliveries('/marker', 4);
  expect(harness.receiver.deliveries('/down')).toHaveLength(6);
  expect(harness.receiver.deliveries('/up')).toHaveLength(1);
});

test('STA-2 without callback_url nothing is posted', async () => {
  const silent = await run('a calm sea');
  await run('a calm sea', '/heard');
  const { event } = await delivered('/heard');
  expect(event).not.toMatchObject({ id: silent.id });
  expect(harness.receiver.allDeliveries().map(({ body }) => JSON.parse(body).id)).not.toContain(silent.id);
});

test('OPEN-23 PUR-3 with every other response lost, each video is paid once and its end is seen', async () => {
  const before = await balance();
  const attempts = new Map<string, number>();
  let lost = 0;
  const client = createClient({
    apiKey: account.key,
    baseUrl: harness.route.url,
    fetch: async (request) => {
      const response = await harness.route.fetch(request);
      const count = (attempts.get(request.url) ?? 0) + 1;
      attempts.set(request.url, count);
      if (count % 2 === 0) return response;
      lost += 1;
      throw new TypeError('the response was lost');
    },
  });
  const input = { prompt: 'a calm sea', duration: 4, resolution: '480p' } as const;
  const generate = () => client.videos.generate({ model: 'video-2-0', input }, POLL);
  const tasks = await Promise.all([generate(), generate(), generate()]);
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(3);
  // One before each acceptance, and one before the first record of each task.
  expect(lost).toBeGreaterThanOrEqual(6);
  expect(await balance()).toEqual({ available: before.available - 3 * PRICE, reserved: before.reserved });
});

test('STA-1 a terminal task never changes again', async () => {
  const failed = await run('a calm sea #sandbox:fail=provider_failed');
  const completed = await run('a calm sea');
  const client = harness.client(account.key);
  expect(await client.tasks.get(failed.id)).toEqual(failed);
  expect(await client.tasks.get(completed.id)).toEqual(completed);
});

test.each<[string, string, number]>([
  ['video-2-0', '480p', 20],
  ['video-2-0', '4k', 240],
  ['video-2-0-fast', '1080p', 48],
  ['video-2-0-mini', '720p', 12],
])(
  '4 seconds of %s in %s cost %i credits',
  { meta: { requirements: ['RES-3', 'RES-13', 'RES-25', 'OPEN-2'] } },
  async (model, resolution, credits) => {
    const input = { prompt: 'a calm sea #sandbox:fail=priced', duration: 4, resolution };
    const { key } = account;
    const answer = await harness.send({ method: 'POST', path: GENERATIONS, key, body: { model, input } });
    expect(answer).toMatchObject({ status: 202, body: { credits } });
  },
);

test('RES-25 video references cost more', async () => {
  const { key } = account;
  const input = {
    prompt: 'a calm sea #sandbox:fail=priced',
    duration: 4,
    generation_type: 'reference-to-video',
  };
  const submit = (materials: object) =>
    harness.send({
      method: 'POST',
      path: GENERATIONS,
      key,
      body: { model: 'video-2-0', input: { ...input, ...materials } },
    });
  const url = `${harness.receiver.url}/none`;
  expect(await submit({ image_urls: [url] })).toMatchObject({ status: 202, body: { credits: 40 } });
  expect(await submit({ video_urls: [url] })).toMatchObject({ status: 202, body: { credits: 60 } });
});

test('the ledger balances after all of this', async () => {
  expect(await harness.service.operator.audit()).toMatchObject({ balanced: true, sum: 0 });
});
