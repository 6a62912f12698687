import { type Clock, throwIfAborted } from '../client/clock.ts';
import type { WorkWait } from './work-definition.ts';

/**
 * Makes the pause of a wait that a verified callback ends, so that the work is read at once. A callback that is rejected does
 * not count: it was not verified.
 */
export function untilCallback(callback: PromiseLike<unknown>): WorkWait['pause'] & object {
  let hasArrived = false;
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
    const sleep = new AbortController();
    const abort = () => sleep.abort(signal.reason);
    signal.addEventListener('abort', abort);
    // The one pause that it ends; later ones are those of the schedule.
    const isRacing = !hasArrived;
    if (isRacing) wake = abort;
    try {
      throwIfAborted(signal);
      await clock.sleep(ms, sleep.signal);
    } catch (error) {
      if (!isRacing || !hasArrived) throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
}
