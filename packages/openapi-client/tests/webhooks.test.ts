import { signWebhook } from '@keyframe/openapi-runtime/client';
import { expect, test } from 'vitest';
import {
  ConfigurationError,
  unwrapCallback,
  unwrapCreateOrderShipped,
  unwrapItemReturned,
  unwrapItemSold,
  unwrapWebhook,
  WebhookError,
} from './shop/generated/index.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const SOLD = { type: 'item.sold', id: '1' } as const;
const SHIPPED = { order: '1', shipped_at: '2026-11-22' };

function sign(event: unknown) {
  return signWebhook(event, { secret, id: 'msg_1' });
}

test('returns the typed body of a valid webhook', async () => {
  const event = await unwrapItemSold(await sign(SOLD), { secrets: [secret] });
  const type: 'item.sold' = event.type;
  expect([type, event]).toEqual(['item.sold', SOLD]);
});

test('distinguishes webhooks by the constants and members in the document', async () => {
  const event = await unwrapWebhook(await sign({ type: 'item.returned', id: '2' }), { secrets: [secret] });
  expect(event.type === 'item.returned' && event.id).toBe('2');
});

test('rejects a webhook of another kind', async () => {
  await expect(unwrapItemReturned(await sign(SOLD), { secrets: [secret] })).rejects.toBeInstanceOf(
    WebhookError,
  );
});

test('returns the typed body of a valid callback', async () => {
  const event = await unwrapCreateOrderShipped(await sign(SHIPPED), { secrets: [secret] });
  expect(event.shipped_at).toBe('2026-11-22');
  expect(await unwrapCallback(await sign(SHIPPED), { secrets: [secret] })).toEqual(SHIPPED);
});

test('accepts a Request', async () => {
  const { body, headers } = await sign(SOLD);
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers });
  expect(await unwrapWebhook(request, { secrets: [secret] })).toEqual(SOLD);
});

test.each([
  ['another body', { body: JSON.stringify({ ...SOLD, id: '2' }) }],
  ['no signature', { headers: {} }],
])('with %s it is refused', async (_, change) => {
  const received = { ...(await sign(SOLD)), ...change };
  await expect(unwrapItemSold(received, { secrets: [secret] })).rejects.toBeInstanceOf(WebhookError);
});

test('rejects an expired webhook', async () => {
  const now = () => Date.now() + 301_000;
  await expect(unwrapItemSold(await sign(SOLD), { secrets: [secret], now })).rejects.toThrow('300 seconds');
});

test('throws for a malformed secret, unless another secret matches', async () => {
  const received = await sign(SOLD);
  await expect(unwrapItemSold(received, { secrets: ['whsec_?'] })).rejects.toBeInstanceOf(ConfigurationError);
  expect(await unwrapItemSold(received, { secrets: ['whsec_?', secret] })).toEqual(SOLD);
});
