import { createHmac } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createCallbackSecret, signCallback } from './sign.ts';

const BODY = '{"id":"task_1","status":"completed","prompt":"ünï"}';

test('OPEN-10 signs as Standard Webhooks describes it', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const signature = createHmac('sha256', '0123456789abcdef0123456789abcdef')
    .update(`msg_1.1700000000.${BODY}`)
    .digest('base64');
  expect(signCallback({ id: 'msg_1', body: BODY, timestamp: new Date(1_700_000_000_999), secret })).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${signature}`,
  });
});

test('OPEN-10 makes headers that a receiver verifies with the same secret and with no other', () => {
  const secret = createCallbackSecret();
  const headers = signCallback({ id: 'msg_1', body: BODY, timestamp: new Date(), secret });
  expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow(WebhookVerificationError);
  expect(() => new Webhook(createCallbackSecret()).verify(BODY, headers)).toThrow(WebhookVerificationError);
});

test('OPEN-10 creates secrets of 32 random bytes', () => {
  const [first, second] = [createCallbackSecret(), createCallbackSecret()];
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first).not.toBe(second);
});
