import { type Clock, throwIfAborted } from '../client/clock.ts';
import type { WorkWait } from './work-definition.ts';

/**
 * Makes the pause of a wait that a verified callback ends, so that the work is read at once. A callback that is rejected does
 * not count: it was not verified.
 */
export function untilCallback(callback: PromiseLike<unknown>): WorkWait['pause'] & object {
  let hasArrived = false;
  let isUsed = false;
  let wake = () => {};
  callback.then(
    () => {
      hasArrived = true;
      wake();
    },
    () => {},
  );
  return async (ms: number, signal: AbortSignal, clock: Clock) => {
    if (ms <= 0) return;
    throwIfAborted(signal);
    // A callback ends one pause, the next one if it arrives during a reading; later ones are those of the schedule.
    const isRacing = !isUsed;
    isUsed = hasArrived;
    if (isRacing && hasArrived) return;
    const sleep = new AbortController();
    const abort = () => sleep.abort(signal.reason);
    signal.addEventListener('abort', abort);
    if (isRacing) wake = abort;
    try {
      await clock.sleep(ms, sleep.signal);
    } catch (error) {
      if (!isRacing || !hasArrived) throw error;
      isUsed = true;
    } finally {
      wake = () => {};
      signal.removeEventListener('abort', abort);
    }
  };
}
