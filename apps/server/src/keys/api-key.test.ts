import { createHash, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiKeyHint, apiKeyMode, createApiKey, hashApiKey } from './api-key.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 1));
const OTHER = createSecretKey(Buffer.alloc(32, 2));
const KEY = `sk_test_${'a1B2'.repeat(8)}`;

test('stores only the HMAC-SHA-256 of a key under the secret, which is useless without the secret', () => {
  // printf sk_test_… | openssl dgst -sha256 -mac HMAC -macopt hexkey:0101…
  expect(hashApiKey(KEY, SECRET).toString('hex')).toBe(
    '96729d5955f26241a961590f5c8d792c3420ab5b2d3d0671ed6a71d6f51b8a5e',
  );
  expect(hashApiKey(KEY, OTHER).equals(hashApiKey(KEY, SECRET))).toBe(false);
  expect(createHash('sha256').update(KEY).digest().equals(hashApiKey(KEY, SECRET))).toBe(false);
});

test('a key says its kind, and no two are alike; its hint shows four of its letters', () => {
  const keys = Array.from({ length: 1000 }, () => createApiKey('live'));
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) {
    expect(apiKeyMode(key)).toBe('live');
    expect(key).toMatch(/^sk_live_/);
    expect(apiKeyHint(key)).toBe(`sk_live_…${key.slice(-4)}`);
  }
});

test.each([
  '',
  'sk_live_',
  `sk_prod_${'a'.repeat(32)}`,
  `sk_live_${'a'.repeat(33)}`,
  `sk_live_${'é'.repeat(32)}`,
])('%j is no key, and is refused without a look into the database', (text) => {
  expect(apiKeyMode(text)).toBeUndefined();
});
