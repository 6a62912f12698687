import { expect, test } from 'vitest';
import { countCases } from './systematic.ts';

function* repeat(): Generator<number> {
  for (;;) yield 1;
}

/** Creates a clock that a look at it moves. */
function createClock(stepMs: number) {
  let now = 0;
  return {
    now: () => {
      now += stepMs;
      return now;
    },
  };
}

test('counts all cases if there is time, and stops if there is not', () => {
  expect(countCases([1, 2, 3].values(), createClock(10))).toBe(3);
  expect(countCases(repeat(), createClock(10))).toBe(99);
  expect(countCases([1, 2, 3].values(), createClock(1_000))).toBe(0);
});
