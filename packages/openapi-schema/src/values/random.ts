/** A sequence of numbers from 0 to below 1. */
export type Random = () => number;

/** Creates a random sequence that depends on the seed only (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks a value; undefined if the list is empty. */
export function pick<TValue>(values: readonly TValue[], random: Random): TValue | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Creates a word of lower-case letters. */
export function randomWord(length: number, random: Random): string {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}
