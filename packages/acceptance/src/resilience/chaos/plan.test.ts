import { expect, test } from 'vitest';
import { planChaos } from './plan.ts';

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

test.each(SEEDS)(
  'the plan of seed %i begins with a lost answer, a charge, a callback and a refund',
  (seed) => {
    // Each of five clients starts with one of them, however slow the machine is.
    const operations = planChaos(seed, 2).operations.slice(0, 5);
    expect(operations.some(({ abortAfterMs }) => abortAfterMs === 1)).toBe(true);
    expect(operations.some(({ ending, refusals }) => ending === 'completed' && refusals?.length === 0)).toBe(
      true,
    );
    expect(operations.some(({ ending }) => ending === 'provider_failed')).toBe(true);
  },
);
