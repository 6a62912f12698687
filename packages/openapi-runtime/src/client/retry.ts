// Decides which failures are retried, and when.
import type { ClientError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_BACKOFF_MS = 10_000;
// 408 Request Timeout, 429 Too Many Requests, and 5xx except 501 Not Implemented.
const TRANSIENT = /^(?:408|429|5(?!01)\d\d)$/;

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3); undefined when it is absent or neither. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  // The date is by the clock of the service, as is `Date`: so the wall clock of this machine may be wrong.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(Math.ceil(seconds), 0);
}

/** An error of a client; status and wait are those of the response that it is about, where there is one. */
export type FailedResponse = ClientError & { status?: number; retryAfter?: number | undefined };

/** Decides whether an operation may be sent again after a failure. */
export type RetryRule = (failure: FailedResponse) => boolean;

/** Recognizes transient failures: a lost connection, 408, 429, and 5xx except 501. */
export const isTransient: RetryRule = ({ code, status }) =>
  code === 'network_error' || TRANSIENT.test(String(status));

/**
 * Makes the rule of an operation that is not repeatable: only what its document names as retryable, and that says when.
 * The service has then refused it before it did any work.
 */
export const isRefused =
  (...statuses: readonly number[]): RetryRule =>
  ({ status = 0, retryAfter }) =>
    retryAfter !== undefined && statuses.includes(status);

/**
 * Returns the pause before the next attempt in milliseconds, or undefined if no attempt may follow. The backoff
 * doubles with each failure. Half of it is random, so that clients that lost their connections together do not return
 * together.
 */
export function retryDelayMs(
  error: FailedResponse,
  retry: RetryRule | undefined,
  { failures, random }: { failures: number; random: () => number },
): number | undefined {
  if (!retry?.(error)) return undefined;
  const { retryAfter = 0 } = error;
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.max((longest * (1 + random())) / 2, retryAfter * 1000);
}
