import { expect, test } from 'vitest';
import { ResponseReader } from './response-reader.ts';

/** Gives a reader the pieces of a response, and lists what it returns for each of them. */
function readPieces(...pieces: string[]) {
  const reader = new ResponseReader();
  return pieces.map((piece) => reader.read(piece));
}

const HEAD = 'HTTP/1.1 202 Accepted\r\nDate: now\r\n';

test.each([
  ['a length', [`${HEAD}Content-Length: 3\r\n\r\nabc`]],
  ['no content', [`${HEAD}content-length:0\r\n\r\n`]],
  ['chunks', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`]],
  ['no chunk', [`${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`]],
])('reads the status of a response with %s', (_, pieces) => {
  expect(readPieces(...pieces)).toEqual([202]);
});

test('waits for the whole response, and begins again after it', () => {
  const next = `HTTP/1.1 503 Unavailable\r\nContent-Length: 1\r\n\r\nx`;
  expect(readPieces(HEAD, 'Content-Length: 4\r\n\r', '\nab', 'cd', next)).toEqual([
    undefined,
    undefined,
    undefined,
    202,
    503,
  ]);
  const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
  expect(readPieces(chunked, 'a\r\n0123456789', '\r\n0\r\n', '\r\n')).toEqual([
    undefined,
    undefined,
    undefined,
    202,
  ]);
});

test('refuses a response whose end is not announced', () => {
  expect(() => readPieces(`${HEAD}\r\n`)).toThrow('has no length');
});
