// Events of a round, and how long no submission was accepted.

/** Something that happened, by the clock of `performance.now()`. */
export interface TimelineEvent {
  readonly at: number;
  readonly text: string;
}

/** The longest time without an accepted submission. */
export interface Outage {
  /** Time of the last acceptance before it. */
  readonly from: number;
  /** Time of the first acceptance after it. */
  readonly to: number;
}

/**
 * Finds the longest time without an acceptance that ends after the fault.
 * @param acceptedAt times of acceptances, in any order
 * @param window time of the fault, and time until which the service was observed
 */
export function findOutage(
  acceptedAt: readonly number[],
  window: { readonly fault: number; readonly end: number },
): Outage {
  const { fault, end } = window;
  const times = [...acceptedAt.filter((at) => at < end), end].toSorted((left, right) => left - right);
  let longest: Outage = { from: fault, to: fault };
  let from = Math.min(fault, times[0] ?? fault);
  for (const to of times) {
    if (to >= fault && to - from > longest.to - longest.from) longest = { from, to };
    from = to;
  }
  return longest;
}

/** Renders events in their order, each with its seconds after the fault. */
export function renderTimeline(events: readonly TimelineEvent[], fault: number): string {
  return events
    .toSorted((left, right) => left.at - right.at)
    .map(({ at, text }) => {
      const seconds = ((at - fault) / 1000).toFixed(1);
      return `${seconds.startsWith('-') ? '' : '+'}${seconds} ${text}`;
    })
    .join(' · ');
}

/** Returns the middle of some values, the upper one of an even number. */
export function findMedian(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
