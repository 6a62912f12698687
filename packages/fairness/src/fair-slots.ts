import type { RecentCpu } from './recent-cpu.ts';
import { TurnTimeoutError } from './turns.ts';

/** Mode of the API key that a job belongs to. */
export type JobMode = 'live' | 'test';

/** Numbers of jobs that run at once. */
interface SlotLimits {
  readonly all: number;
  readonly perOwner: number;
  /** Jobs of test keys; fewer than `all`, so that no live job waits for the end of one. */
  readonly test: number;
  readonly maxWaitMs: number;
}

/** Request for a slot. */
export interface SlotRequest {
  readonly owner: string;
  readonly mode: JobMode;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/** Slots that owners share. */
export interface FairSlots {
  /**
   * Waits for a slot and returns the function that releases it. Live jobs come first, then those of the owner that used
   * the least CPU time recently, then those that wait longest.
   * @throws the signal's reason, or a {@link TurnTimeoutError} after `maxWaitMs`
   */
  take(request: SlotRequest): Promise<() => void>;
}

interface Waiting extends SlotRequest {
  readonly grant: (release: () => void) => void;
}

/** Creates the slots. */
export function createFairSlots(
  { all, perOwner, test, maxWaitMs }: SlotLimits,
  recentCpu: Pick<RecentCpu, 'get'>,
): FairSlots {
  const running = new Set<SlotRequest>();
  const waiting = new Set<Waiting>();

  const countRunning = (matches: (job: SlotRequest) => boolean) => {
    let count = 0;
    for (const job of running) if (matches(job)) count += 1;
    return count;
  };
  const canRun = ({ owner, mode }: SlotRequest) =>
    countRunning((job) => job.owner === owner) < perOwner &&
    (mode === 'live' || countRunning((job) => job.mode === 'test') < test);
  const rank = ({ owner, mode }: SlotRequest) => [
    mode === 'live' ? 0 : 1,
    recentCpu.get(owner),
    countRunning((job) => job.owner === owner),
  ];
  const findNext = () => {
    // Jobs of one owner and mode have one rank; the one that arrived first comes first.
    const firsts = new Map<string, Waiting>();
    for (const job of waiting) {
      const group = `${job.mode} ${job.owner}`;
      if (!firsts.has(group)) firsts.set(group, job);
    }
    let next: { readonly job: Waiting; readonly rank: readonly number[] } | undefined;
    for (const job of firsts.values()) {
      if (!canRun(job)) continue;
      const candidate = { job, rank: rank(job) };
      if (next === undefined || isBefore(candidate.rank, next.rank)) next = candidate;
    }
    return next?.job;
  };
  const fill = () => {
    while (running.size < all) {
      const next = findNext();
      if (next === undefined) return;
      waiting.delete(next);
      running.add(next);
      next.grant(() => {
        if (running.delete(next)) fill();
      });
    }
  };

  return {
    async take(request) {
      const { signal } = request;
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const job: Waiting = { ...request, grant: resolve };
      // At once: a slot that is granted to a request which has left would never be released.
      const leave = (reason: unknown) => {
        waiting.delete(job);
        reject(reason);
      };
      const busy = () => leave(new TurnTimeoutError(`No slot was free within ${maxWaitMs / 1000} s.`));
      const abort = () => leave(signal?.reason);
      const timeout = setTimeout(busy, maxWaitMs);
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(job);
      fill();
      try {
        return await promise;
      } finally {
        clearTimeout(timeout);
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}

/** Compares two lists of the same length by their first different number. */
function isBefore(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((number, position) => number !== right[position]);
  return (left[index] ?? 0) < (right[index] ?? 0);
}
