import { expect, test } from 'vitest';
import { chooseTicks, findBarIndex, stackValues } from './bar-geometry.ts';

test.each([
  [
    [5, 10],
    20,
    [
      [75, 25],
      [25, 50],
    ],
  ],
  [
    [0, 20],
    20,
    [
      [100, 0],
      [0, 100],
    ],
  ],
  [[], 20, []],
])('%j stacked below a maximum of %d', (values, maximum, segments) => {
  expect(stackValues(values, maximum, 100).map(({ from, height }) => [from, height])).toEqual(segments);
});

test.each([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [299, 29],
  [300, 29],
  [-4, 0],
])('at %d of 300 pixels with 30 bars is bar %d', (x, index) => {
  expect(findBarIndex(x, { width: 300, count: 30 })).toBe(index);
});

test('without bars or width there is no other index than 0', () => {
  expect(findBarIndex(5, { width: 300, count: 0 })).toBe(0);
  expect(findBarIndex(5, { width: 0, count: 30 })).toBe(0);
});

test.each([
  [0, []],
  [1, [0]],
  [4, [0, 3]],
  [30, [0, 14, 29]],
])('an axis of %d bars has labels at %j', (count, ticks) => {
  expect(chooseTicks(count)).toEqual(ticks);
});
