import { createAddressBlockList } from '@keyframe/openapi-runtime/node';
import { expect, test } from 'vitest';
import { createAllowList, createUrlRule, type Protocols } from './url-rule.ts';

const HTTPS: Protocols = ['https:'];
const ANY: Protocols = ['https:', 'http:'];

function check(url: string, protocols: Protocols = HTTPS, allow: readonly string[] = []) {
  return createUrlRule(createAddressBlockList(), createAllowList(allow))(url, protocols);
}

test.each([
  'https://example.com',
  'https://hooks.example.com:8443/path?query=1#fragment',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://localhost.example.com/',
  'https://mylocal.example/',
  'https://bücher.example/',
])('RES-4 accepts %s', (url) => {
  expect(check(url)).toBeNull();
});

test.each([
  ['http://example.com/', 'must be an https URL, not http'],
  ['ftp://example.com/', 'must be an https URL, not ftp'],
  ['file:///etc/passwd', 'must be an https URL, not file'],
  ['example.com/hook', 'must be an absolute https URL'],
  ['', 'must be an absolute https URL'],
  ['https://', 'must be an absolute https URL'],
  ['https://user@example.com/', 'must not carry a user name or password'],
  ['https://:secret@example.com/', 'must not carry a user name or password'],
  ['https://localhost/', 'must name a public host'],
  ['https://LOCALHOST/', 'must name a public host'],
  ['https://localhost./', 'must name a public host'],
  ['https://api.localhost/', 'must name a public host'],
  ['https://printer.local/', 'must name a public host'],
  ['https://metadata.google.internal/', 'must name a public host'],
  ['https://router.home.arpa/', 'must name a public host'],
  ['https://intranet/', 'must name a public host'],
  ['https://example.com./', 'without a trailing dot'],
])('RES-4 EVT-7 refuses %s: %s', (url, problem) => {
  expect(check(url)).toEqual({ reason: 'invalid_url', problem: expect.stringContaining(problem) });
});

test.each([
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://127.1/', '127.0.0.1'],
  ['https://127.0.0.1./', '127.0.0.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://0x7f000001/', '127.0.0.1'],
  ['https://0177.0.0.1/', '127.0.0.1'],
  ['https://%31%32%37.0.0.1/', '127.0.0.1'],
  ['https://①②⑦.0.0.1/', '127.0.0.1'],
  ['https://0/', '0.0.0.0'],
  ['https://10.1.2.3:8443/', '10.1.2.3'],
  ['https://169.254.169.254/latest/meta-data', '169.254.169.254'],
  ['https://[::]/', '[::]'],
  ['https://[::1]/', '[::1]'],
  ['https://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]'],
  ['https://[::ffff:a00:1]/', '[::ffff:a00:1]'],
  ['https://[64:ff9b::7f00:1]/', '[64:ff9b::7f00:1]'],
  ['https://[2002:7f00:1::]/', '[2002:7f00:1::]'],
  ['https://[2001:0:4136:e378::1]/', '[2001:0:4136:e378::1]'],
  ['https://[fe80::1]/', '[fe80::1]'],
  ['https://[fd00::1]/', '[fd00::1]'],
])('RES-4 EVT-7 refuses %s as the address %s', (url, address) => {
  const problem = check(url);
  expect(problem?.reason).toBe('blocked_address');
  expect(problem?.problem).toContain(`(${address})`);
});

const LABEL = 'a'.repeat(63);
/** A host of 253 characters: three labels of 63, and one of 61. */
const LONGEST_HOST = `${LABEL}.${LABEL}.${LABEL}.${'b'.repeat(57)}.com`;

test.each([
  ['a URL of 2,048 characters', `https://example.com/${'p'.repeat(2_028)}`],
  ['a host of 253 characters', `https://${LONGEST_HOST}/`],
])('RES-4 accepts %s', (_what, url) => {
  expect(check(url)).toBeNull();
});

test.each([
  [
    'a URL of 2,049 characters',
    `https://example.com/${'p'.repeat(2_029)}`,
    'must be at most 2048 characters (got 2049)',
  ],
  [
    'a host of 236,003 characters',
    `https://${'a.'.repeat(118_000)}com/`,
    'must be at most 2048 characters (got 236012)',
  ],
  [
    'a host of 254 characters',
    `https://b${LONGEST_HOST}/`,
    'must name a host of at most 253 characters (got 254)',
  ],
  [
    'a label of 64 characters',
    `https://a${LABEL}.example/`,
    'must name a host whose labels have at most 63 characters (got 64)',
  ],
  ['a label that is longer as it is sent', `https://${'ü'.repeat(60)}.example/`, 'at most 63 characters'],
])('RES-4 refuses %s, and repeats nothing of it', (_what, url, problem) => {
  expect(check(url)).toEqual({ reason: 'invalid_url', problem: expect.stringContaining(problem) });
  expect(check(url)?.problem.length).toBeLessThan(100);
  const { host } = new URL(url);
  expect(check(url, HTTPS, [`${host}:443`])?.reason).toBe('invalid_url');
});

test('refuses an address with a zone, which no URL can carry', () => {
  expect(check('https://[fe80::1%25eth0]/')?.reason).toBe('invalid_url');
});

test('accepts http where the rule says so, and names both schemes when it refuses', () => {
  expect(check('http://example.com/image.png', ANY)).toBeNull();
  expect(check('http://10.0.0.1/image.png', ANY)?.reason).toBe('blocked_address');
  expect(check('data:image/png;base64,AA', ANY)?.problem).toBe('must be an https or http URL, not data');
});

test('exempts an allowed host and port from SSRF protection, and from no other rule', () => {
  const allow = ['127.0.0.1:8443', 'localhost:8443'];
  expect(check('https://127.0.0.1:8443/', HTTPS, allow)).toBeNull();
  expect(check('https://localhost:8443/', HTTPS, allow)).toBeNull();
  expect(check('https://127.0.0.1:8444/', HTTPS, allow)?.reason).toBe('blocked_address');
  expect(check('http://127.0.0.1:8443/', HTTPS, allow)?.reason).toBe('invalid_url');
  expect(check('https://user@127.0.0.1:8443/', HTTPS, allow)?.reason).toBe('invalid_url');
});

const ENTRIES = ['localhost:8443', '127.0.0.1:443', '[::1]:80', 'Hooks.Example.com:9000'];

test.each([
  ['https://localhost:8443/hook', true],
  ['http://localhost:8443/', true],
  ['https://localhost:8444/', false],
  ['https://localhost/', false],
  ['https://127.0.0.1:8443/', false],
  ['https://127.0.0.1/', true],
  ['http://127.0.0.1/', false],
  ['https://0x7f.1/', true],
  ['http://[::1]/', true],
  ['http://[0:0::1]/', true],
  ['https://[::1]/', false],
  ['https://hooks.example.com:9000/', true],
  ['https://a.hooks.example.com:9000/', false],
])('the allow list frees exactly the host and port of its entries: %s is %s', (url, freed) => {
  expect(createAllowList(ENTRIES).has(new URL(url))).toBe(freed);
});

test.each([
  'localhost',
  ':8443',
  'localhost:',
  'localhost:0',
  'localhost:70000',
  'https://localhost:8443',
  '::1:80',
  'a b:80',
])('the allow list refuses the malformed entry "%s" by name', (entry) => {
  expect(() => createAllowList([entry])).toThrow(`"${entry}" is not host:port`);
});
