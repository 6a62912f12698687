import { expect, test } from 'vitest';
import { FAULTS, planFailover } from './plan.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

test.each(SEEDS)('the plan of seed %i has each fault once in every nine rounds', (seed) => {
  const faults = planFailover(seed, 20).map(({ fault }) => fault);
  expect(faults).toHaveLength(20);
  expect(new Set(faults.slice(0, 9))).toEqual(new Set(FAULTS));
  expect(new Set(faults.slice(9, 18))).toEqual(new Set(FAULTS));
});

test('a seed repeats its plan, and another seed has another one', () => {
  expect(planFailover(7, 20)).toEqual(planFailover(7, 20));
  expect(planFailover(7, 20)).not.toEqual(planFailover(8, 20));
});

test('a shorter run is the beginning of a longer one', () => {
  expect(planFailover(7, 4)).toEqual(planFailover(7, 9).slice(0, 4));
});
