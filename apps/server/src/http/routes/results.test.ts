import { expect, test } from 'vitest';
import { byteRange } from './results.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=4-7', { first: 4, last: 7 }],
  ['Bytes=4-', { first: 4, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  ['bytes=7-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['items=0-1', 'whole'],
])('the range %j of ten bytes is %j', (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});

test.each(['bytes=0-0', 'bytes=-1'])('the range %j of an empty file is not satisfiable', (header) => {
  expect(byteRange(header, 0)).toBe('unsatisfiable');
});
