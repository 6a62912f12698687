import { expect, test } from 'vitest';
import { findRefusal } from './find-refusal.ts';

const ALLOWED = { allowOrigins: ['https://app.example.com'], allowHosts: ['Mock.test.example'] };
const LOCAL = 'http://127.0.0.1:4010/pets';

test.each([
  ['a request without a page', LOCAL, undefined],
  ['a page of this machine', LOCAL, 'http://localhost:5173'],
  ['a page of an allowed origin', LOCAL, 'https://app.example.com'],
  ['the page of the mock itself', 'http://localhost:4010/pets', 'http://localhost:4010'],
  ['another address', 'http://192.0.2.1:4010/pets', undefined],
  ['a name without a domain, as containers have', 'http://mock:4010/pets', undefined],
  ['an allowed name', 'http://mock.test.example:4010/pets', undefined],
])('lets %s pass', (_, url, origin) => {
  const headers = { host: new URL(url).host, ...(origin !== undefined && { origin }) };
  expect(findRefusal({ url: new URL(url), headers }, ALLOWED)).toBeUndefined();
});

test.each([
  ['a page of another site', LOCAL, 'https://evil.example', 'Pages of https://evil.example may not'],
  ['a page without an origin', LOCAL, 'null', 'Pages of null may not'],
  ['a name of another site', 'http://evil.example:4010/pets', undefined, 'The host evil.example may not'],
  [
    'a page whose own name leads to this machine',
    'http://evil.example:4010/pets',
    'http://evil.example:4010',
    'The host evil.example may not',
  ],
])('refuses %s', (...row) => {
  const [, url, origin, message] = row;
  const headers = { host: new URL(url).host, ...(origin !== undefined && { origin }) };
  const refusal = findRefusal({ url: new URL(url), headers }, ALLOWED);
  expect(refusal).toContain(message);
});

test('a name in the target of a request is no name of a page', () => {
  const url = new URL('https://other.example/');
  expect(findRefusal({ url, headers: { host: 'localhost:4010' } }, ALLOWED)).toBeUndefined();
});
