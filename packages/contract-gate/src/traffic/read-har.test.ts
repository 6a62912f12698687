import { expect, test } from 'vitest';
import { readHar } from './read-har.ts';

const write = (...entries: readonly object[]) => JSON.stringify({ log: { entries } });
const REQUEST = {
  method: 'post',
  url: 'https://api.example.com/items',
  headers: [{ name: 'X-A', value: '1' }],
};
const RESPONSE = {
  status: 200,
  headers: [{ name: 'Content-Encoding', value: 'gzip' }],
  content: { size: 2, text: '{}' },
};

test('reads exchanges with decoded bodies and their day', () => {
  const [exchange] = readHar(
    write({
      startedDateTime: '2026-11-28T23:59:59.000Z',
      request: { ...REQUEST, postData: { text: 'a' } },
      response: RESPONSE,
    }),
    'a.har',
  );
  expect(exchange).toEqual({
    method: 'POST',
    url: new URL('https://api.example.com/items'),
    request: { headers: [['X-A', '1']], body: Buffer.from('a') },
    response: { status: 200, headers: [], body: Buffer.from('{}') },
    day: '2026-11-28',
  });
});

test('reads a file with a byte order mark', () => {
  expect(readHar(`\ufeff${write({ request: REQUEST, response: RESPONSE })}`, 'a.har')).toHaveLength(1);
});

test.each([
  ['no body', {}, ''],
  ['a text', { size: 1, text: 'ä' }, 'ä'],
  ['an encoded text', { size: 1, text: 'YQ==', encoding: 'base64' }, 'a'],
  ['a body that the file omits', { size: 9 }, undefined],
])('reads %s', (_, content, text) => {
  const [exchange] = readHar(write({ request: REQUEST, response: { ...RESPONSE, content } }), 'a.har');
  expect(exchange?.response.body?.toString()).toBe(text);
});

test.each([
  ['a request without a response', { request: REQUEST, response: { status: 0 } }],
  ['an invalid status', { request: REQUEST, response: { ...RESPONSE, status: 200.5 } }],
  ['a method of two lines', { request: { ...REQUEST, method: 'GET\n::error::a' }, response: RESPONSE }],
  ['an invalid URL', { request: { ...REQUEST, url: 'about' }, response: RESPONSE }],
])('omits %s', (_, entry) => {
  expect(readHar(write(entry), 'a.har')).toEqual([]);
});

test.each([
  ['{', 'a.har is not JSON: '],
  ['{}', 'a.har must be a HAR file, with "log" and "entries".'],
])('refuses %s', (text, message) => {
  expect(() => readHar(text, 'a.har')).toThrow(message);
});
