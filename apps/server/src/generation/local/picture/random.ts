/** Yields numbers from 0 (included) to 1 (excluded), the same sequence for the same seed. */
export type Random = () => number;

/** Creates a generator from a 32-bit seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A hash of bytes that come in pieces. */
export interface ByteHash {
  add(bytes: Uint8Array): void;
  /** Returns 32 bits. */
  end(): number;
}

/** Starts a hash (FNV-1a with a final avalanche). */
export function startHash(seed: number): ByteHash {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  return {
    add(bytes) {
      for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    },
    end() {
      let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      return (mixed ^ (mixed >>> 16)) >>> 0;
    },
  };
}

/** Hashes bytes and a seed to 32 bits. */
function hashBytes(bytes: Uint8Array, seed = 0): number {
  const hash = startHash(seed);
  hash.add(bytes);
  return hash.end();
}

/** Hashes a text and a seed to 32 bits. */
export function hashText(text: string, seed = 0): number {
  return hashBytes(new TextEncoder().encode(text), seed);
}

/** Picks one of a list that is not empty. */
export function pick<TItem>(random: Random, items: readonly [TItem, ...TItem[]]): TItem {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Draws a number between two bounds. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}
