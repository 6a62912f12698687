import { expect, test } from 'vitest';
import { createAllowList } from './allow-list.ts';

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
])('frees exactly the host and port of its entries: %s is %s', (url, freed) => {
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
])('refuses the malformed entry "%s" by name', (entry) => {
  expect(() => createAllowList([entry])).toThrow(`"${entry}" is not host:port`);
});
