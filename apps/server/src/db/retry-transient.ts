import { setTimeout as delay } from 'node:timers/promises';
import { isTransient as isTransientError } from './errors.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** How long a database or a bucket may be away before the work is given up. */
const GIVE_UP_MS = 60_000;

/**
 * Retries an action that failed with a transient error, with exponential backoff, for about a minute or until the signal
 * fires; then the last error is thrown. For idempotent actions only: one of unknown outcome is run again.
 */
export async function retryTransient<TResult>(
  action: () => Promise<TResult>,
  signal: AbortSignal,
  isTransient: (error: unknown) => boolean = isTransientError,
): Promise<TResult> {
  const startedAt = Date.now();
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    try {
      return await action();
    } catch (error) {
      if (!isTransient(error) || signal.aborted || Date.now() - startedAt > GIVE_UP_MS) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}
