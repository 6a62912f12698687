import { expect, test } from 'vitest';
import { createHostCheck } from './allowed-hosts.ts';

const isAllowed = createHostCheck('https://api.example.com', ['other.example']);

test.each([
  'api.example.com',
  'API.Example.com:443',
  'other.example:8080',
  'localhost',
  'api.localhost:3000',
  'service',
  '127.0.0.1:3000',
  '[::1]:3000',
])('the host %s is allowed', (host) => {
  expect(isAllowed(host)).toBe(true);
});

test.each([
  '',
  'evil.example',
  'localhost:99999',
  'user@localhost',
  'evil.example@localhost',
  'localhost/evil.example',
  'localhost?evil.example',
  'localhost#evil.example',
  'localhost\\evil.example',
  'local%68ost',
  'local host',
  'localhost, evil.example',
])('the host %j is rejected', (host) => {
  expect(isAllowed(host)).toBe(false);
});
