// Retries over real HTTP with injected faults. The document determines which failures are retried.

import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import {
  type ClientOptions,
  createClient,
  createItem,
  createOrder,
  getItem,
  getPicture,
  NetworkError,
  putItem,
} from './shop/generated/index.ts';
import { type Fault, type Shop, startShop } from './support/shop-server.ts';

const ITEM = { path: { id: '1' } };
const ORDER = { body: { kind: 'invoice', item: '1' } } as const;

function against(shop: Shop, options: ClientOptions = {}) {
  const clock = createHandClock();
  return { clock, client: createClient({ baseUrl: shop.url, clock, random: () => 0, ...options }) };
}

test.each<[string, Fault]>([
  ['a lost connection', 'drop'],
  ['a body that a proxy cut', 'truncate'],
  ['429', { status: 429 }],
  ['500 that is not documented', { status: 500 }],
  ['the page of a gateway', { status: 502, body: '<html></html>', type: 'text/html' }],
  ['503', { status: 503 }],
])('GET is sent again after %s', async (_, fault) => {
  await using shop = await startShop(fault);
  const { client, clock } = against(shop);
  expect(await getItem(client, ITEM)).toEqual({ id: '1', name: 'one' });
  expect(clock.slept).toEqual([250]);
});

test.each<[string, Fault]>([
  ['404', { status: 404 }],
  ['501', { status: 501 }],
  ['409', { status: 409 }],
])('nothing is sent again after %s', async (_, fault) => {
  await using shop = await startShop(fault);
  await expect(getItem(against(shop).client, ITEM)).rejects.toThrow();
  expect(shop.requests).toHaveLength(1);
});

test('retries PUT, because it is idempotent', async () => {
  await using shop = await startShop('lose');
  await putItem(against(shop).client, { ...ITEM, body: { name: 'x' } });
  expect(shop.requests.map(({ method, text }) => [method, text])).toEqual([
    ['PUT', '{"name":"x"}'],
    ['PUT', '{"name":"x"}'],
  ]);
});

test.each<[string, Fault]>([
  ['a lost connection', 'drop'],
  ['500', { status: 500 }],
  ['503 that does not say when', { status: 503 }],
  ['502, which is not documented', { status: 502, headers: { 'retry-after': '1' } }],
])('POST without a key is not sent again after %s', async (_, fault) => {
  await using shop = await startShop(fault);
  await expect(createItem(against(shop).client, { body: { name: 'x' } })).rejects.toThrow();
  expect(shop.requests).toHaveLength(1);
});

test.each([429, 503])(
  'POST without a key is sent again after a documented %i that says when',
  async (status) => {
    await using shop = await startShop({ status, headers: { 'retry-after': '7' } });
    const { client, clock } = against(shop);
    expect(await createItem(client, { body: { name: 'x' } })).toEqual({ id: '3', name: 'three' });
    expect(clock.slept).toEqual([7000]);
  },
);

test('retries POST under the same idempotency key, so that the work is done once', async () => {
  await using shop = await startShop('lose', { status: 500 }, 'truncate');
  const { client } = against(shop, { retries: 3 });
  expect(await createOrder(client, ORDER)).toEqual({ id: 'order 0' });
  const keys = shop.requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await createOrder(client, ORDER);
  await createOrder(client, { ...ORDER, header: { 'Idempotency-Key': 'mine' } });
  expect(shop.orders).toEqual([keys[0], expect.not.stringMatching(String(keys[0])), 'mine']);
});

test('reads a Retry-After date by the clock of the service', async () => {
  const headers = { date: 'Sun, 22 Nov 2026 10:00:00 GMT', 'retry-after': 'Sun, 22 Nov 2026 10:00:09 GMT' };
  await using shop = await startShop({ status: 503, headers });
  const { client, clock } = against(shop);
  await getItem(client, ITEM);
  expect(clock.slept).toEqual([9000]);
});

test('does not wait for a Retry-After of more than a minute', async () => {
  await using shop = await startShop({ status: 429, headers: { 'retry-after': '61' } });
  await expect(getItem(against(shop).client, ITEM)).rejects.toMatchObject({ retryAfter: 61 });
});

test('prefers the retries of a call to those of the client, and doubles the backoff', async () => {
  await using shop = await startShop('drop', 'drop', 'drop', 'drop');
  const { client, clock } = against(shop);
  await expect(getItem(client, ITEM, { retries: 3 })).rejects.toBeInstanceOf(NetworkError);
  expect(clock.slept).toEqual([250, 500, 1000]);
  expect(shop.requests).toHaveLength(4);
});

test('ends a call after its timeout when the service does not respond', async () => {
  await using shop = await startShop('silence');
  const clock = createHandClock();
  const client = createClient({ baseUrl: shop.url, retries: 0, clock });
  const call = getItem(client, ITEM, { timeout: 5_000 }).catch((error: unknown) => error);
  await eventually('the request', () => shop.requests.length === 1);
  await clock.sleep(5_000);
  expect(await call).toMatchObject({ message: expect.stringContaining('no response within 5000 ms') });
});

test('ends a call with the reason of its signal, also between two attempts', async () => {
  await using shop = await startShop({ status: 500, headers: { 'retry-after': '30' } });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  const logger = { debug: () => undefined, warn: () => controller.abort(reason) };
  const client = createClient({ baseUrl: shop.url, logger });
  await expect(getItem(client, ITEM, { signal: controller.signal })).rejects.toBe(reason);
  expect(shop.requests).toHaveLength(1);
});

test('ends a started stream by the signal, but not by the timeout', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const fetch = async (_: string | Request, { signal }: RequestInit = {}) => {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
    });
    return new Response(body, { headers: { 'content-type': 'image/png' } });
  };
  const clock = createHandClock();
  const client = createClient({ fetch, clock, timeout: 2_000 });
  const stream = await getPicture(client, ITEM, { signal: controller.signal });
  const reading = new Response(stream).text();
  await clock.sleep(5000);
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

test('logs responses and retries without the query', async () => {
  await using shop = await startShop({ status: 500, body: { title: 'Down.' } });
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await getItem(against(shop, { logger: { debug: log, warn: log } }).client, ITEM);
  expect(lines).toEqual(
    [`GET ${shop.url}/items/1: 200 in 250 ms`.replace('200 in 250', '200 in 0')].flatMap((last) => [
      expect.stringContaining('Retrying in 250 ms.'),
      last,
    ]),
  );
});
