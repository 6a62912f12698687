// One bound for all that a call does: requests in flight, pauses between them, and waiting for their turn.
import type { Clock } from './clock.ts';

/** The conditions that end an action early. */
export interface Bounds {
  clock: Clock;
  /** Milliseconds; Infinity for no bound. */
  ms: number;
  /** Makes the reason when the time is up. */
  reason: () => unknown;
  /** Ends it as well, with a reason of its own. */
  signal?: AbortSignal | undefined;
}

/** A running deadline; the code that starts it must end it. */
export interface Deadline {
  readonly signal: AbortSignal;
  /**
   * Settles like the action, or rejects with the signal's reason, even if the action ignores the signal. Call it once.
   */
  until<TResult>(act: () => Promise<TResult>): Promise<TResult>;
  /** Lifts the bound of time; the parent still ends it. */
  stopTimer(): void;
  /** Removes all bounds, including the timer and the listener. */
  end(): void;
}

/** Starts a deadline. By hand, since `AbortSignal.timeout` leaves its timer running, and bounds 49 days at most. */
export function startDeadline({ clock, ms, reason, signal }: Bounds): Deadline {
  const controller = new AbortController();
  // Not a listener of the signal: adding and removing one takes longer than all the rest here.
  let giveUp = (_: unknown) => {};
  const abort = (cause: unknown) => {
    controller.abort(cause);
    giveUp(controller.signal.reason ?? cause);
  };
  const follow = () => abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  const stopTimer = clock.setTimer(ms, () => abort(reason()));
  return {
    signal: controller.signal,
    until: (act) =>
      new Promise((resolve, reject) => {
        giveUp = reject;
        act().then(resolve, reject);
      }),
    stopTimer,
    end: () => {
      stopTimer();
      signal?.removeEventListener('abort', follow);
    },
  };
}
