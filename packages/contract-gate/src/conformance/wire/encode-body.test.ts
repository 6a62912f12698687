import type { JsonValue, MediaType } from '@keyframe/openapi-model';
import { readParts } from '@keyframe/openapi-runtime/wire';
import { expect, test } from 'vitest';
import { encodeBody, type FormParts } from './encode-body.ts';

const PARTS: FormParts = new Map([
  ['meta', { contentType: 'application/json', isFile: false }],
  ['photo', { contentType: 'image/png', isFile: true }],
]);

test.each<[type: string, value: JsonValue, text: string]>([
  ['application/json', 'a', '"a"'],
  ['text/json', 'a', '"a"'],
  ['application/vnd.api+json', { a: 1 }, '{"a":1}'],
  ['text/plain', 'a', 'a'],
  ['application/octet-stream', 'a', 'a'],
  ['application/x-www-form-urlencoded', { a: 'b c', none: null }, 'a=b%20c&none=null'],
])('writes a body of %s with the value %j as %s', (name, value, text) => {
  const media = { name, encoding: [] } as unknown as MediaType;
  expect(encodeBody(media, value, new Map()).bytes.toString()).toBe(text);
});

test('writes parts as texts, as JSON, and as files', () => {
  const media = { name: 'multipart/form-data', encoding: [] } as unknown as MediaType;
  const value = { name: 'a', meta: ['b', 1], photo: 'c' };
  const lines = encodeBody(media, value, PARTS).bytes.toString().split('\r\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('--'))).toEqual([
    ...['Content-Disposition: form-data; name="name"', 'a'],
    ...['Content-Disposition: form-data; name="meta"', 'Content-Type: application/json', '"b"'],
    ...['Content-Disposition: form-data; name="meta"', 'Content-Type: application/json', '1'],
    ...['Content-Disposition: form-data; name="photo"; filename="file"', 'Content-Type: image/png', 'c'],
  ]);
});

test.each<[object, JsonValue, [string, string][]]>([
  [{ style: 'form', explode: false }, ['a b', 1], [['v', 'a b,1']]],
  [
    { explode: true },
    ['a', 'b'],
    [
      ['v', 'a'],
      ['v', 'b'],
    ],
  ],
  [{ style: 'spaceDelimited', explode: false }, ['a', '%'], [['v', 'a %']]],
  [{ style: 'pipeDelimited', explode: false }, ['a', 'b'], [['v', 'a|b']]],
  [
    { style: 'deepObject', explode: true },
    { a: 1, b: 'x&y' },
    [
      ['v[a]', '1'],
      ['v[b]', 'x&y'],
    ],
  ],
  [
    { style: 'form', explode: true },
    { a: 1, b: 2 },
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
])('a field with %j and the value %j is the parts %j', (style, value, expected) => {
  const media = { name: 'multipart/form-data', encoding: [{ name: 'v', headers: [], ...style }] };
  const { bytes, contentType } = encodeBody(media as unknown as MediaType, { v: value }, PARTS);
  const parts = readParts(new Uint8Array(bytes).buffer, contentType) ?? [];
  expect(parts.map(({ name, content }) => [name, new TextDecoder().decode(content)])).toEqual(expected);
});
