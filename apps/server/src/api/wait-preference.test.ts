import { expect, test } from 'vitest';
import { readWaitPreference } from './wait-preference.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['wait=10', 10],
  ['Wait = 10', 10],
  ['wait="10"', 10],
  ['wait=10; note=x', 10],
  ['respond-async, wait=10', 10],
  ['wait=10, wait=20', 10],
  ['wait=61', 60],
  ['wait=0', undefined],
  ['wait', undefined],
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['wait=1e1', undefined],
  ['wait=9999999999', undefined],
  ['respond-async', undefined],
  ['x-wait=10', undefined],
  ['x="wait=10, wait=20"', undefined],
  ['x="\\", wait=10", wait=20', 20],
  ['wait=10; x="a, b"', 10],
  ['"wait=10', undefined],
])('reads the seconds of Prefer %j as %j', (header, seconds) => {
  expect(readWaitPreference(header)).toBe(seconds);
});
