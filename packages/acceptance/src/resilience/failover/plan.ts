// The rounds that a seed determines. Their timing depends on the machine.
import fc from 'fast-check';

/** The nine faults; `faults.ts` injects them. */
export const FAULTS = [
  'kill PostgreSQL',
  'kill Patroni and PostgreSQL',
  'pause the machine for 15 s',
  'disconnect the machine',
  'cut the primary off from etcd',
  'cut the service off from the primary',
  'slow standby',
  'planned switchover',
  'crash without standbys, then failover',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** One round. */
export interface Round {
  readonly fault: FaultName;
  /** Load before the fault. */
  readonly warmUpMs: number;
  /** Index of the standby that the fault concerns. */
  readonly standby: 0 | 1;
}

/** Draws rounds from a seed: each fault once, in any order, before one comes again. */
export function planFailover(seed: number, rounds: number): Round[] {
  const orders = fc.sample(fc.shuffledSubarray([...FAULTS], { minLength: FAULTS.length }), {
    seed,
    numRuns: Math.ceil(rounds / FAULTS.length),
  });
  const details = fc.sample(
    fc.record({
      warmUpMs: fc.noBias(fc.integer({ min: 2_000, max: 5_000 })),
      standby: fc.constantFrom(0 as const, 1 as const),
    }),
    { seed, numRuns: rounds },
  );
  return orders
    .flat()
    .slice(0, rounds)
    .map((fault, index) => ({ fault, ...(details[index] ?? { warmUpMs: 2_000, standby: 0 }) }));
}
