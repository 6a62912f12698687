// Which failures are worth another attempt, and when (ERR-5).
import { isKeyframeError } from '../errors/keyframe-error.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;
const TOO_MANY_REQUESTS = 429;
const INTERNAL_SERVER_ERROR = 500;

/**
 * Tells how long to wait before the next attempt, in milliseconds; undefined when none helps. Transient are lost
 * connections, 429 and 5xx, of the service (`rate_limited`, `internal_error`) or of a gateway before it.
 * The backoff doubles with each failure; half of it is random, so that clients cut off together do not come back
 * together.
 */
export function retryDelayMs(error: unknown, failures: number, random: () => number): number | undefined {
  if (!isKeyframeError(error)) return undefined;
  const { code, status = 0, retryAfter = 0 } = error;
  const isTransient =
    code === 'network_error' || status === TOO_MANY_REQUESTS || status >= INTERNAL_SERVER_ERROR;
  if (!isTransient) return undefined;
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  return Math.max((longest * (1 + random())) / 2, retryAfter * 1000);
}
