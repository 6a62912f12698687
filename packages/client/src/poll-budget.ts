// What pollers of many tasks share: the service's limit of status queries per key.
import { type Clock, retryAfterSeconds } from '@keyframe/openapi-runtime/client';
import { rateLimitsOf } from './rate-limits.ts';

/** The name of that limit; `poll` counts for one task alone. */
const POLICY = 'status';
/** Until a response tells more: 600 status queries a minute (OPEN-13). */
const DEFAULT_SPACING_MS = 100;

/** Gives pollers their turns. */
export interface PollBudget {
  /** Resolves when it is the caller's turn, first come first served. */
  takeTurn(signal: AbortSignal): Promise<void>;
  /** Learns from a response what the limit is and what is left of it. */
  note(response: Response): void;
}

const TOO_MANY_REQUESTS = 429;

/**
 * Spaces polls evenly over the window, rather than to let them burst and be refused: however many tasks one client
 * waits for, the limit holds. Other processes with the same key show in what is left of it.
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
    async takeTurn(signal) {
      do {
        const turn = Math.max(nextTurn, closedUntil, clock.now());
        nextTurn = turn + spacingMs;
        const delayMs = turn - clock.now();
        if (delayMs > 0) await clock.sleep(delayMs, signal);
        // Turns that were given before the service closed are taken anew.
      } while (closedUntil > clock.now());
    },
    note({ status, headers }) {
      // Most responses tell nothing new, and reading them takes longer than the call's own work.
      const policies = headers.get('ratelimit-policy');
      const isOpen = status !== TOO_MANY_REQUESTS && !/;r=0\b/.test(headers.get('ratelimit') ?? '');
      if (isOpen && policies === known) return;
      known = policies;
      const limits = rateLimitsOf(headers);
      const { limit, window, remaining, reset } = limits.find(({ policy }) => policy === POLICY) ?? {};
      if (limit && window) spacingMs = (window * 1000) / limit;
      if (remaining === 0) close(reset);
      // A gateway's own limit names no policy, so it is everybody's.
      if (status === TOO_MANY_REQUESTS && limits.length === 0) close(retryAfterSeconds(headers));
    },
  };
}
