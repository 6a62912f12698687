import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { CallbackError, type ReceivedCallback, type UnwrapOptions, unwrapCallback } from '../webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NOW = 1_700_000_000;
const BODY = JSON.stringify({
  id: 'task_1',
  status: 'failed',
  created_at: NOW,
  model: 'video-2-0',
  data: { failed_reason: 'provider_failed', credits_refunded: 50 },
});

const hmac = (secret: string, body = BODY) =>
  createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`msg_1.${NOW}.${body}`)
    .digest('base64');

const HEADERS = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW),
  'webhook-signature': `v1,${hmac(SECRET)}`,
};

type Changes = Partial<ReceivedCallback & UnwrapOptions>;

const unwrap = ({ body = BODY, headers = HEADERS, ...options }: Changes = {}) =>
  unwrapCallback({ body, headers }, { secrets: [SECRET], now: () => NOW * 1000, ...options });

test('OPEN-10 accepts a valid v1 signature, with text, bytes, Headers or an object', async () => {
  expect(await unwrap()).toEqual(JSON.parse(BODY));
  expect(await unwrap({ body: Buffer.from(BODY), headers: new Headers(HEADERS) })).toEqual(JSON.parse(BODY));
});

test('OPEN-10 the example of Standard Webhooks verifies', async () => {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  // Only the schema rejects it, because it is not a callback of this service.
  const example = { body: '{"test": 2432232314}', headers, secrets, now: () => 1_614_265_330_000 };
  await expect(unwrap(example)).rejects.toThrow('not a documented event');
});

test('OPEN-10 verifies v1a with only the public key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const signature = sign(null, Buffer.from(`msg_1.${NOW}.${BODY}`), privateKey).toString('base64');
  const headers = { ...HEADERS, 'webhook-signature': `v1,AAAA v1a,${signature}` };
  const secrets = [`whpk_${Buffer.from(x, 'base64url').toString('base64')}`];
  expect(await unwrap({ headers, secrets })).toMatchObject({ id: 'task_1' });
  await expect(unwrap({ headers, secrets, body: `${BODY} ` })).rejects.toThrow('No signature');
});

test('OPEN-10 accepts any of several signatures and secrets, as during a rotation', async () => {
  const old = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
  const headers = { ...HEADERS, 'webhook-signature': `v1,${hmac(old)} v1,${hmac(SECRET)}` };
  for (const secrets of [[SECRET], [old], [old, SECRET]]) {
    expect(await unwrap({ headers, secrets })).toMatchObject({ id: 'task_1' });
  }
});

const forged = `v1,${hmac(`whsec_${Buffer.alloc(32, 9).toString('base64')}`)}`;

test.each<[string, Changes]>([
  ['another secret', { headers: { ...HEADERS, 'webhook-signature': forged } }],
  ['a changed body', { body: BODY.replace('50', '51') }],
  ['another id', { headers: { ...HEADERS, 'webhook-id': 'msg_2' } }],
  ['another time', { headers: { ...HEADERS, 'webhook-timestamp': String(NOW + 1) } }],
  ['no headers', { headers: {} }],
  ['a signature that is no base64', { headers: { ...HEADERS, 'webhook-signature': 'v1,***' } }],
  ['a v1 called v1a', { headers: { ...HEADERS, 'webhook-signature': `v1a,${hmac(SECRET)}` } }],
  ['an old callback', { now: () => (NOW + 301) * 1000 }],
  ['a callback of the future', { now: () => (NOW - 301) * 1000 }],
])('OPEN-10 rejects %s', async (_, changes) => {
  const refused = unwrap(changes);
  await expect(refused).rejects.toBeInstanceOf(CallbackError);
  await expect(refused).rejects.toMatchObject({ code: 'callback_invalid' });
});

test.each(['not json', 'null', '[]', '{"id":"task_1","status":"queued","data":{}}'])(
  'a signed body that is no callback is refused: %s',
  async (body) => {
    const headers = { ...HEADERS, 'webhook-signature': `v1,${hmac(SECRET, body)}` };
    await expect(unwrap({ body, headers })).rejects.toBeInstanceOf(CallbackError);
  },
);
