import { expect, test } from 'vitest';
import { isAllowedAddress } from './callback-guard.ts';

test.each([
  'http://127.0.0.1:3000/hook',
  'http://localhost/hook',
  'https://app.localhost/hook',
  'http://[::1]:8080/',
  'http://127.1/',
])('%s is on this machine', (url) => {
  expect(isAllowedAddress(url, [])).toBe(true);
});

test.each([
  'http://192.168.1.1/',
  'http://10.0.0.5/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fd00::1]/',
  'http://example.com/',
  'http://127.0.0.1.nip.io/',
  'http://localhost.example.com/',
  'http://0.0.0.0/',
  'http://user:secret@127.0.0.1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'nonsense',
])('%s is not allowed by default', (url) => {
  expect(isAllowedAddress(url, [])).toBe(false);
});

test('allows the hosts that are named, with or without their port', () => {
  expect(isAllowedAddress('https://hooks.example.com/a', ['hooks.example.com'])).toBe(true);
  expect(isAllowedAddress('http://10.0.0.5:81/a', ['10.0.0.5:81'])).toBe(true);
  expect(isAllowedAddress('http://10.0.0.5:82/a', ['10.0.0.5:81'])).toBe(false);
});
