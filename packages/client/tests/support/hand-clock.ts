import type { Clock } from '../../src/index.ts';

/** Passes time only by sleeping, which takes none; records every sleep. */
export interface HandClock extends Clock {
  slept: number[];
}

export function createHandClock(): HandClock {
  const slept: number[] = [];
  return {
    slept,
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
    },
  };
}
