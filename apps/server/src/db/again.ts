import { setTimeout as delay } from 'node:timers/promises';
import { isPassing as isPassingHere } from './errors.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** As long as a database or a bucket may be away before its work is better given up. */
const PATIENCE_MS = 60_000;

/**
 * Repeats what failed for a passing reason, with growing delays, for about a minute or until the signal fires;
 * then the last error is thrown. For actions that may well run twice, so that one of unknown fate is harmless.
 */
export async function again<TResult>(
  action: () => Promise<TResult>,
  signal: AbortSignal,
  isPassing: (error: unknown) => boolean = isPassingHere,
): Promise<TResult> {
  const startedAt = Date.now();
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
    try {
      return await action();
    } catch (error) {
      if (!isPassing(error) || signal.aborted || Date.now() - startedAt > PATIENCE_MS) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => {});
    }
  }
}
