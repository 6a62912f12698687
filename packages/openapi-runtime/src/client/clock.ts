/** A client's notion of time, in milliseconds; a parameter so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Calls back once, after `ms` milliseconds; the returned function cancels that. */
  setTimer(ms: number, callback: () => void): () => void;
  /** Rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Throws the reason of a signal that is aborted. React Native has neither the method of the signal nor its reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new Error('The call was aborted.');
}

/** Timers of JavaScript hold 31 bits: one that is set to more ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Measures real time, and is not moved by corrections of the wall clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  setTimer(ms, callback) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = (leftMs: number) => {
      const nowMs = Math.min(leftMs, LONGEST_TIMER_MS);
      timer = setTimeout(() => (leftMs > nowMs ? arm(leftMs - nowMs) : callback()), nowMs);
    };
    if (ms < Infinity) arm(ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      throwIfAborted(signal);
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = SYSTEM_CLOCK.setTimer(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
