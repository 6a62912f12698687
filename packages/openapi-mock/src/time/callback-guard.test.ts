import { expect, test } from 'vitest';
import { findAddressProblem } from './callback-guard.ts';

test.each([
  'http://127.0.0.1:3000/hook',
  'http://localhost/hook',
  'https://app.localhost/hook',
  'http://[::1]:8080/',
  'http://127.1/',
])('%s is on this machine', (url) => {
  expect(findAddressProblem(url, [])).toBeUndefined();
});

const FOREIGN = 'is not this machine, and was not allowed';
const NO_HTTP = 'the URL is not an http or https URL';

test.each([
  ['http://192.168.1.1/', `192.168.1.1 ${FOREIGN}`],
  ['http://10.0.0.5:81/', `10.0.0.5:81 ${FOREIGN}`],
  ['http://169.254.169.254/latest/meta-data', `169.254.169.254 ${FOREIGN}`],
  ['http://[fd00::1]/', `[fd00::1] ${FOREIGN}`],
  ['http://example.com/', `example.com ${FOREIGN}`],
  ['http://127.0.0.1.nip.io/', `127.0.0.1.nip.io ${FOREIGN}`],
  ['http://localhost.example.com/', `localhost.example.com ${FOREIGN}`],
  ['http://0.0.0.0/', `0.0.0.0 ${FOREIGN}`],
  ['http://user:secret@127.0.0.1/', 'the URL contains credentials'],
  ['http://user@example.com/', 'the URL contains credentials'],
  ['ftp://127.0.0.1/', NO_HTTP],
  ['file:///etc/passwd', NO_HTTP],
  ['nonsense', NO_HTTP],
])('%s is not allowed by default: %s', (url, problem) => {
  expect(findAddressProblem(url, [])).toBe(problem);
});

test('allows the hosts that are named, with or without their port', () => {
  expect(findAddressProblem('https://hooks.example.com/a', ['hooks.example.com'])).toBeUndefined();
  expect(findAddressProblem('http://10.0.0.5:81/a', ['10.0.0.5:81'])).toBeUndefined();
  expect(findAddressProblem('http://10.0.0.5:82/a', ['10.0.0.5:81'])).toBe(`10.0.0.5:82 ${FOREIGN}`);
});
