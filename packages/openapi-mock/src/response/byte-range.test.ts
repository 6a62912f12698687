import { expect, test } from 'vitest';
import { selectRange } from './byte-range.ts';

const respond = (status: string) => ({
  status,
  summary: undefined,
  description: 'x',
  headers: [],
  content: [],
  links: [],
  pointer: '',
});
const RANGED = { responses: [respond('200'), respond('206'), respond('416')] };
const REPLY = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'abcdefg' };

function read(headers: Record<string, string>, operation = RANGED) {
  const reply = selectRange(REPLY, operation, headers);
  const { body = '' } = reply;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return [reply.status, text, reply.headers['content-range']];
}

test.each([
  ['bytes=0-1', 206, 'ab', 'bytes 0-1/7'],
  ['bytes=5-', 206, 'fg', 'bytes 5-6/7'],
  ['bytes=5-99', 206, 'fg', 'bytes 5-6/7'],
  ['bytes=-2', 206, 'fg', 'bytes 5-6/7'],
  ['bytes=-99', 206, 'abcdefg', 'bytes 0-6/7'],
  ['bytes=7-', 416, '', 'bytes */7'],
  ['bytes=3-1', 200, 'abcdefg', undefined],
  ['bytes=0-1,3-4', 200, 'abcdefg', undefined],
  ['items=0-1', 200, 'abcdefg', undefined],
])('the range %s is answered with %i %j', (range, ...expected) => {
  expect(read({ range })).toEqual(expected);
});

test('a range has no effect without a documented 206, or with If-Range', () => {
  expect(read({ range: 'bytes=0-1' }, { responses: [respond('200')] })[0]).toBe(200);
  expect(read({ range: 'bytes=0-1', 'if-range': '"x"' })[0]).toBe(200);
});
