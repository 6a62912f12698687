import { expect, test } from 'vitest';
import { multipart, styled, urlEncoded } from './styles.ts';

test.each([
  [styled('path', 'id', { style: 'label' }), ['a', 'b.c'], '.a,b%2Ec'],
  [styled('path', 'id', { style: 'matrix', explode: true }), { a: 1, b: 2 }, ';a=1;b=2'],
  [styled('query', 'a b', { style: 'form', explode: true }), 1, 'a%20b=1'],
  [styled('query', 'ids', { style: 'pipeDelimited' }), [1, 2], 'ids=1|2'],
  [styled('query', 'filter', { json: true }), { a: [1] }, 'filter=%7B%22a%22%3A%5B1%5D%7D'],
  [styled('query', 'r', { allowReserved: true, explode: true }), 'a/b?c=d&e#+,%', 'r=a/b?c=d%26e%23%2B,%25'],
  [styled('query', 'r', { allowReserved: true }), ['a/b', 'c,d'], 'r=a/b,c%2Cd'],
  [styled('query', 'd', { style: 'deepObject' }), { a: null, b: { c: null, d: 1 } }, 'd[b][d]=1'],
  [styled('cookie', 'c', { explode: true }), { a: 1, b: 2 }, 'a=1; b=2'],
  [styled('cookie', 'c', { style: 'cookie', explode: true }), ['a%20b', 'c/d'], 'c=a%20b; c=c/d'],
  [styled('cookie', 'c', { style: 'cookie' }), ['a%20b', 'c/d'], 'c=a%20b,c/d'],
  [styled('cookie', 'c', { style: 'cookie', explode: true }), { a: 'b/c', d: 1 }, 'a=b/c; d=1'],
  [styled('header', 'X-A', {}), { a: 1, b: 2 }, 'a,1,b,2'],
])('%j writes %j as %s', (parameter, value, text) => {
  expect(parameter.write(value)).toBe(text);
});

test('fields of a URL-encoded form have the style of the document, and structures are JSON otherwise', () => {
  const write = urlEncoded({ card: { style: 'deepObject', explode: true } });
  expect(write({ card: { number: '4 2' }, meta: { a: 1 }, tags: ['x', 'y'], none: null })).toBe(
    'card[number]=4%202&meta=%7B%22a%22%3A1%7D&tags=x&tags=y',
  );
});

test('gives parts of a form the media type of the document, and file names to bytes only', async () => {
  const form = multipart({ note: { contentType: 'text/markdown' } })({
    note: '# a',
    raw: new Uint8Array([65]),
  });
  expect((await (form as Blob).text()).replaceAll(/--form-[0-9a-f]{32}/g, '--form')).toBe(
    [
      '--form',
      'content-disposition: form-data; name="note"',
      'content-type: text/markdown',
      '',
      '# a',
      '--form',
      'content-disposition: form-data; name="raw"; filename="blob"',
      'content-type: application/octet-stream',
      '',
      'A',
      '--form--',
      '',
    ].join('\r\n'),
  );
});

test.each([
  ['application/json', 'a', 'application/json', '"a"'],
  ['application/json', 1, 'application/json', '1'],
  ['application/json, text/plain', 'a', 'text/plain', 'a'],
  ['text/plain, application/json', { a: 1 }, 'application/json', '{"a":1}'],
  ['text/xml', { a: 1 }, 'text/xml', '{"a":1}'],
])('with the documented types "%s", %j is sent as %s: %s', async (...row) => {
  const [contentType, value, type, text] = row;
  const form = multipart({ field: { contentType } })({ field: value });
  const lines = (await (form as Blob).text()).split('\r\n');
  expect(lines.slice(2, 5)).toEqual([`content-type: ${type}`, '', text]);
});

test.each([
  ['image/png', 'image/webp', 'image/png'],
  ['image/png, image/jpeg', 'image/jpeg', 'image/jpeg'],
  ['image/png, image/jpeg', '', 'image/png'],
  ['image/*', 'image/gif', 'image/gif'],
  ['image/*', '', 'application/octet-stream'],
])(
  'with the documented types "%s", a Blob of type "%s" is sent as %s',
  async (contentType, type, expected) => {
    const form = multipart({ file: { contentType, headers: { 'X-Kind': 'photo' } } })({
      file: new Blob(['A'], { type }),
    });
    const text = await (form as Blob).text();
    expect(text).toContain(`filename="blob"\r\ncontent-type: ${expected}\r\nX-Kind: photo\r\n\r\nA\r\n`);
  },
);
