// The faults and operations that a seed determines. Their timing depends on the machine, so a seed repeats
// the plan and not the outcome.
import fc from 'fast-check';

/** The target to kill: a process of the service, all of PostgreSQL, or one process of it, after which it restarts itself. */
const VICTIMS = ['api', 'worker', 'postgres', 'backend'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One `kill -9`. */
export interface Fault {
  readonly victim: Victim;
  /** The index of the target among its kind, modulo their number. */
  readonly index: number;
  /** Waits until the service has accepted something since the kill before. */
  readonly awaitsProgress: boolean;
  /** Waits so long after that. */
  readonly pauseMs: number;
  /** How long PostgreSQL stays away. */
  readonly downMs: number;
}

/** How a task ends, forced by a directive of its prompt; `completed` renders a preview. */
export type Ending = 'completed' | 'provider_failed' | 'timed_out' | 'refund_failed';

/** One submission, and how its client behaves. */
export interface OperationPlan {
  readonly ending: Ending;
  /** Seconds that it stays `generating` first. */
  readonly delay: number;
  /** Refusals of its callback before one is taken; undefined without callback_url. */
  readonly refusals: readonly (500 | 302 | 'no response')[] | undefined;
  /** The client aborts after this time in milliseconds, which loses the response. */
  readonly abortAfterMs: number | undefined;
  /** Sends it to two APIs at once. */
  readonly isDoubled: boolean;
  /** Pause of the client after it. */
  readonly pauseMs: number;
}

const fault: fc.Arbitrary<Fault> = fc.record({
  victim: fc.oneof(
    { weight: 4, arbitrary: fc.constant('api' as const) },
    { weight: 4, arbitrary: fc.constant('worker' as const) },
    { weight: 1, arbitrary: fc.constant('postgres' as const) },
    { weight: 1, arbitrary: fc.constant('backend' as const) },
  ),
  index: fc.noBias(fc.nat(1000)),
  awaitsProgress: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  pauseMs: fc.noBias(fc.integer({ min: 50, max: 2000 })),
  downMs: fc.noBias(fc.integer({ min: 0, max: 1500 })),
});

const operation: fc.Arbitrary<OperationPlan> = fc.record({
  ending: fc.oneof(
    { weight: 2, arbitrary: fc.constant('completed' as const) },
    { weight: 6, arbitrary: fc.constant('provider_failed' as const) },
    { weight: 1, arbitrary: fc.constant('timed_out' as const) },
    { weight: 1, arbitrary: fc.constant('refund_failed' as const) },
  ),
  delay: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constantFrom(0.5, 3)),
  refusals: fc.option(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.array(fc.constantFrom(500 as const, 302 as const, 'no response' as const), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    { nil: undefined, freq: 4 },
  ),
  abortAfterMs: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    fc.noBias(fc.integer({ min: 1, max: 30 })),
  ),
  isDoubled: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  pauseMs: fc.noBias(fc.integer({ min: 50, max: 400 })),
});

/** Enough that their mixture does not repeat soon; a longer run begins them anew. */
const OPERATIONS = 1000;

/** The first operations have what every run checks: a lost answer, a charge with a callback, and a refund. */
const FIRST: readonly Partial<OperationPlan>[] = [
  { abortAfterMs: 1 },
  { ending: 'completed', refusals: [] },
  { ending: 'provider_failed' },
];

/** Draws a plan from a seed; its first faults are one of each kind, so that a short run has them all. */
export function planChaos(seed: number, faults: number): { faults: Fault[]; operations: OperationPlan[] } {
  const [first = []] = fc.sample(fc.shuffledSubarray([...VICTIMS], { minLength: VICTIMS.length }), {
    seed,
    numRuns: 1,
  });
  return {
    faults: fc
      .sample(fault, { seed, numRuns: faults })
      .map((drawn, index) => ({ ...drawn, victim: first[index] ?? drawn.victim })),
    operations: fc
      .sample(operation, { seed, numRuns: OPERATIONS })
      .map((drawn, index) => ({ ...drawn, ...FIRST[index] })),
  };
}
