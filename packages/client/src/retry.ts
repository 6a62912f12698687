// Which failures are worth another attempt, and when (ERR-5).
import { ApiError } from './api-error.ts';
import { NetworkError } from './network-error.ts';
import { UnexpectedResponseError } from './unexpected-response-error.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
/** The window of the service's limits; whoever is asked to wait longer has more to do than to try again. */
const LONGEST_RETRY_AFTER_MS = 60_000;
/** What a gateway answers when the service behind it is away, or too slow. */
const GATEWAY_STATUSES: readonly (number | undefined)[] = [502, 503, 504];

/** How often to retry, and what passes the time in between. */
export interface RetryOptions {
  /** Attempts after the first. */
  retries: number;
  random: () => number;
  pause: (ms: number) => Promise<void>;
}

/** Repeats an action while it fails in a way that may pass: `rate_limited`, `internal_error`, a gateway, a lost connection. */
export async function withRetries<TResult>(
  action: () => Promise<TResult>,
  { retries, random, pause }: RetryOptions,
): Promise<TResult> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await action();
    } catch (error) {
      const delayMs = failures > retries ? undefined : retryDelayMs(error, backoffMs(failures, random));
      if (delayMs === undefined || delayMs > LONGEST_RETRY_AFTER_MS) throw error;
      await pause(delayMs);
    }
  }
}

/** Doubles each time; half of it is random, so that clients cut off together do not come back together. */
export function backoffMs(failures: number, random: () => number): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return (longest * (1 + random())) / 2;
}

/** Tells how long to wait before another attempt; undefined when none helps. */
export function retryDelayMs(error: unknown, backoff: number): number | undefined {
  if (error instanceof NetworkError) return backoff;
  return mayPass(error) ? Math.max(backoff, (error.retryAfter ?? 0) * 1000) : undefined;
}

function mayPass(error: unknown): error is ApiError | UnexpectedResponseError {
  if (error instanceof UnexpectedResponseError) return GATEWAY_STATUSES.includes(error.status);
  return error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'internal_error');
}
