// Time as the mock sees it; a test passes its own.

/** A source of time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs a function later; returns a function that cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
}

/** The time of the platform. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
