import { expect, test } from 'vitest';
import { MalformedResponseError, readResponses } from './http-responses.ts';

const read = (text: string) =>
  readResponses(Buffer.from(text), 'GET').map(({ status, body }) => [status, body.toString()]);

test.each([
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', [[200, '{}']]],
  ['no length', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nno', [[400, 'no']]],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n',
    [[200, 'abc']],
  ],
  ['an announcement', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', [[204, '']]],
  [
    'another answer behind it',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\naHTTP/1.1 400 Bad Request\r\n\r\n',
    [
      [404, 'a'],
      [400, ''],
    ],
  ],
  ['nothing', '', []],
])('answers with %s are read', (_, text, answers) => {
  expect(read(text)).toEqual(answers);
});

test('the response to HEAD has no body, even with a Content-Length', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';
  expect(readResponses(Buffer.from(text), 'HEAD')).toMatchObject([{ status: 200, body: Buffer.alloc(0) }]);
});

test.each([
  ['a head that is cut off', 'HTTP/1.1 200 OK\r\nContent-'],
  ['no status line', '200 OK\r\n\r\n'],
  ['a line that is no header', 'HTTP/1.1 200 OK\r\nno header\r\n\r\n'],
  ['less than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nabc\r\n'],
  ['a chunk that is cut off', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc'],
])('%s is no answer', (_, text) => {
  expect(() => read(text)).toThrow(MalformedResponseError);
});
