// What a seed decides: whom to kill and when, and what customers order meanwhile. When that meets the service is up
// to the machine, so a seed repeats the plan and not the outcome.
import fc from 'fast-check';

/** Who is killed: a process of the service, all of PostgreSQL, or one process of it, after which it restarts itself. */
const VICTIMS = ['api', 'worker', 'postgres', 'backend'] as const;
export type Victim = (typeof VICTIMS)[number];

/** One kill -9. */
export interface Kill {
  readonly victim: Victim;
  /** Which of its kind, modulo their number. */
  readonly index: number;
  /** Waits until the service has accepted something since the kill before. */
  readonly awaitsLife: boolean;
  /** Waits so long after that. */
  readonly pauseMs: number;
  /** How long PostgreSQL stays away. */
  readonly downMs: number;
}

/** How a task ends, forced by a directive of its prompt; `completed` renders a preview. */
export type Ending = 'completed' | 'provider_failed' | 'timed_out' | 'refund_failed';

/** What one customer orders, and how patiently. */
export interface OrderPlan {
  readonly ending: Ending;
  /** Seconds that it stays `generating` first. */
  readonly delay: number;
  /** Refusals of its callback before one is taken; undefined without callback_url. */
  readonly refusals: readonly (500 | 302 | 'silence')[] | undefined;
  /** Hangs up after so many milliseconds, which loses the answer. */
  readonly patienceMs: number | undefined;
  /** Sends it to two APIs at once. */
  readonly isDoubled: boolean;
  /** Pause of the customer after it. */
  readonly pauseMs: number;
}

const kill: fc.Arbitrary<Kill> = fc.record({
  victim: fc.oneof(
    { weight: 4, arbitrary: fc.constant('api' as const) },
    { weight: 4, arbitrary: fc.constant('worker' as const) },
    { weight: 1, arbitrary: fc.constant('postgres' as const) },
    { weight: 1, arbitrary: fc.constant('backend' as const) },
  ),
  index: fc.noBias(fc.nat(1000)),
  awaitsLife: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
  pauseMs: fc.noBias(fc.integer({ min: 50, max: 2000 })),
  downMs: fc.noBias(fc.integer({ min: 0, max: 1500 })),
});

const order: fc.Arbitrary<OrderPlan> = fc.record({
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
      fc.array(fc.constantFrom(500 as const, 302 as const, 'silence' as const), {
        minLength: 1,
        maxLength: 2,
      }),
    ),
    { nil: undefined, freq: 4 },
  ),
  patienceMs: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    fc.noBias(fc.integer({ min: 1, max: 30 })),
  ),
  isDoubled: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  pauseMs: fc.noBias(fc.integer({ min: 50, max: 400 })),
});

/** Enough that their mixture does not repeat soon; a longer run begins them anew. */
const ORDERS = 1000;

/**
 * Draws a plan from a seed; its first kills are one of each kind, so that a short run has them all. The first customer
 * hangs up at once, so that no run is without an order whose answer was lost.
 */
export function planChaos(seed: number, kills: number): { kills: Kill[]; orders: OrderPlan[] } {
  const [first = []] = fc.sample(fc.shuffledSubarray([...VICTIMS], { minLength: VICTIMS.length }), {
    ...{ seed, numRuns: 1 },
  });
  return {
    kills: fc
      .sample(kill, { seed, numRuns: kills })
      .map((drawn, index) => ({ ...drawn, victim: first[index] ?? drawn.victim })),
    orders: fc
      .sample(order, { seed, numRuns: ORDERS })
      .map((drawn, index) => (index === 0 ? { ...drawn, patienceMs: 1 } : drawn)),
  };
}
