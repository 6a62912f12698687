/** A sequence of numbers from 0 to below 1. */
export type Random = () => number;

/** Takes one of the values; undefined for an empty list. */
export function pick<TValue>(values: readonly TValue[], random: Random): TValue | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Makes a sequence that is the same for the same seed. Mulberry32: small, and good enough to pick with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
