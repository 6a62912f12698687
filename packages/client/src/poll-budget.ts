// The limit of status queries per key, which all pollers of a client share.
import { type Clock, retryAfterSeconds } from '@keyframe/openapi-runtime/internal';
import { parseRateLimits } from './rate-limits.ts';

/** The name of that limit; `poll` limits the queries of a single task. */
const POLICY = 'status';
/** 600 status queries a minute (OPEN-13), until a response contains another limit. */
const DEFAULT_SPACING_MS = 100;

/** Schedules the queries of pollers. */
export interface PollBudget {
  /** Resolves when a time has passed and it is the caller's turn, first come first served. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Reads the limit and the remaining queries from a response. */
  note(response: Response): void;
}

const TOO_MANY_REQUESTS = 429;

/**
 * Spaces polls evenly over the window, so that no burst exceeds the limit, regardless of the number of tasks that one
 * client waits for. Queries of other processes with the same key reduce the remaining queries.
 */
export function createPollBudget(clock: Clock): PollBudget {
  let spacingMs = DEFAULT_SPACING_MS;
  let nextTurn = 0;
  let closedUntil = 0;
  let known: string | null = null;
  const close = (seconds = 0) => {
    closedUntil = Math.max(closedUntil, clock.now() + seconds * 1000);
  };
  return {
    async pause(ms, signal) {
      if (ms > 0) await clock.sleep(ms, signal);
      do {
        const turn = Math.max(nextTurn, closedUntil, clock.now());
        nextTurn = turn + spacingMs;
        const delayMs = turn - clock.now();
        if (delayMs > 0) await clock.sleep(delayMs, signal);
        // Turns that were assigned before the limit was reached are assigned again.
      } while (closedUntil > clock.now());
    },
    note({ status, headers }) {
      // Most responses contain nothing new, and reading them takes longer than the rest of the call.
      const policies = headers.get('ratelimit-policy');
      const isOpen = status !== TOO_MANY_REQUESTS && !/;r=0\b/.test(headers.get('ratelimit') ?? '');
      if (isOpen && policies === known) return;
      known = policies;
      const limits = parseRateLimits(headers);
      const { limit, window, remaining, reset } = limits.find(({ policy }) => policy === POLICY) ?? {};
      if (limit && window) spacingMs = (window * 1000) / limit;
      if (remaining === 0) close(reset);
      // A gateway's own limit names no policy, so it applies to all queries.
      if (status === TOO_MANY_REQUESTS && limits.length === 0) close(retryAfterSeconds(headers));
    },
  };
}
