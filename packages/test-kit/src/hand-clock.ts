/** A clock whose time, in milliseconds, passes only by sleeping, which takes none; it records every sleep. */
export interface HandClock {
  readonly slept: number[];
  now(): number;
  /** Calls back once its time has come, unless what it returns was called before. */
  setTimer(ms: number, callback: () => void): () => void;
  /** Rejects with the reason of the signal when that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Creates a clock that starts at 0. */
export function createHandClock(): HandClock {
  const slept: number[] = [];
  const timers = new Set<{ at: number; callback: () => void }>();
  let now = 0;
  return {
    slept,
    now: () => now,
    setTimer(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const end = now + ms;
      const due = [...timers].filter(({ at }) => at <= end).sort((left, right) => left.at - right.at);
      for (const timer of due) {
        if (!timers.delete(timer)) continue;
        now = timer.at;
        timer.callback();
        if (signal?.aborted) slept.push(ms - (end - now));
        signal?.throwIfAborted();
      }
      slept.push(ms);
      now = end;
    },
  };
}
