import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseBody } from './parse-body.ts';

const JSON_BYTES = Buffer.from('{"a":1}');
const PARSED = { kind: 'json', value: { a: 1 } };

test.each([
  ['identity', JSON_BYTES, PARSED],
  ['gzip', gzipSync(JSON_BYTES), PARSED],
  ['X-Gzip', gzipSync(JSON_BYTES), PARSED],
  ['deflate', deflateSync(JSON_BYTES), PARSED],
  ['br', brotliCompressSync(JSON_BYTES), PARSED],
  ['deflate, gzip', gzipSync(deflateSync(JSON_BYTES)), PARSED],
  ['gzip', JSON_BYTES, { kind: 'malformed' }],
  ['unknown', gzipSync(JSON_BYTES), { kind: 'malformed' }],
])('parses a JSON body with the content coding %s', (coding, body, expected) => {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Content-Encoding', coding],
  ];
  expect(parseBody({ status: 200, headers, body } as never)).toEqual(expected);
});
