import { createHmac, createPublicKey, verify } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createCallbackSecret, signCallback } from './sign.ts';
import { callbackPublicKey } from './signing-key.ts';

const BODY = '{"id":"task_1","status":"completed","prompt":"ünï"}';
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');

function sign(secrets: readonly string[], timestamp = new Date()) {
  return signCallback({ id: 'msg_1', body: BODY, timestamp, secrets, keySeed: SEED });
}

/** Verifies as a receiver would that knows nothing but the text of the public key. */
function verifiesAsymmetric(headers: ReturnType<typeof sign>, publicKey: string, body = BODY): boolean {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature']
    .split(' ')
    .filter((signature) => signature.startsWith('v1a,'))
    .some((signature) => verify(null, Buffer.from(content), key, Buffer.from(signature.slice(4), 'base64')));
}

test('OPEN-10 signs as Standard Webhooks describes it', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const signature = createHmac('sha256', '0123456789abcdef0123456789abcdef')
    .update(`msg_1.1700000000.${BODY}`)
    .digest('base64');
  expect(sign([secret], new Date(1_700_000_000_999))).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}= v1a,[A-Za-z0-9+/]{86}==$/),
  });
  expect(sign([secret], new Date(1_700_000_000_999))['webhook-signature']).toContain(`v1,${signature} `);
});

test('OPEN-10 makes headers that a receiver verifies with the same secret and with no other', () => {
  const secret = createCallbackSecret();
  const headers = sign([secret]);
  expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  expect(() => new Webhook(secret).verify(`${BODY} `, headers)).toThrow(WebhookVerificationError);
  expect(() => new Webhook(createCallbackSecret()).verify(BODY, headers)).toThrow(WebhookVerificationError);
});

test('OPEN-10 signs with every secret of a rotation that overlaps', () => {
  const secrets = [createCallbackSecret(), createCallbackSecret()];
  const headers = sign(secrets);
  for (const secret of secrets) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});

test('OPEN-10 makes a v1a that a receiver verifies with the public key alone', () => {
  const headers = sign([createCallbackSecret()]);
  expect(verifiesAsymmetric(headers, callbackPublicKey(SEED))).toBe(true);
  expect(verifiesAsymmetric(headers, callbackPublicKey(SEED), `${BODY} `)).toBe(false);
  expect(verifiesAsymmetric(headers, callbackPublicKey(Buffer.alloc(32, 1)))).toBe(false);
});

test('OPEN-10 derives the public key of RFC 8032, section 7.1, test 1', () => {
  const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
  expect(callbackPublicKey(SEED)).toBe(`whpk_${key.toString('base64')}`);
});

test('OPEN-10 creates secrets of 32 random bytes', () => {
  const [first, second] = [createCallbackSecret(), createCallbackSecret()];
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first).not.toBe(second);
});
