// Which failures are worth another attempt, and when.
import { type ClientError, isClientError } from './errors.ts';
import type { OperationDefinition } from './operation-definition.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_BACKOFF_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;
const INTERNAL_SERVER_ERROR = 500;
const NOT_IMPLEMENTED = 501;

/** Tells whether a request may be sent twice without doing its work twice (RFC 9110, section 9.2.2). */
function isRepeatable({ method, idempotencyKey }: OperationDefinition): boolean {
  return idempotencyKey !== undefined || /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE)$/.test(method);
}

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3); undefined when it is absent or neither. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // The date is by the clock of the service, as is `Date`: so the wall clock of this machine may be wrong.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(Math.ceil(seconds), 0);
}

/** An error of a client; status and wait are those of the response that it is about, where there is one. */
export type FailedResponse = ClientError & { status?: number; retryAfter?: number | undefined };

/** Tells a failure that passes by itself: a lost connection, 408, 429, and 5xx except 501. */
export function isTransient({ code, status = 0 }: FailedResponse): boolean {
  return (
    code === 'network_error' ||
    status === REQUEST_TIMEOUT ||
    status === TOO_MANY_REQUESTS ||
    (status >= INTERNAL_SERVER_ERROR && status !== NOT_IMPLEMENTED)
  );
}

/**
 * Tells how long to wait before the next attempt, in milliseconds; undefined when there may be none. An operation that
 * is not repeatable is repeated only where its document names the status as retryable and the response says when:
 * the service has then refused it before it did any work. The backoff doubles with each failure; half of it is random,
 * so that clients cut off together do not come back together.
 */
export function retryDelayMs(
  error: unknown,
  definition: OperationDefinition,
  { failures, random }: { failures: number; random: () => number },
): number | undefined {
  if (!isClientError(error)) return undefined;
  const { status = 0, retryAfter } = error as FailedResponse;
  const isRefused = retryAfter !== undefined && definition.retry?.includes(status);
  if (!isRefused && !(isRepeatable(definition) && isTransient(error as FailedResponse))) return undefined;
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.max((longest * (1 + random())) / 2, (retryAfter ?? 0) * 1000);
}
