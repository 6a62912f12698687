// Makes values near the border between valid and invalid, to compare two validators on: copies of valid values with
// a few small changes, drawn from what the schema itself mentions and from values that validators trip over.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface MutantOptions {
  /** The number of mutants. */
  count: number;
  /** Starts the random sequence: the same seed makes the same mutants. */
  seed: number;
  /** Values to put in, beside those that validators trip over; see `valuesIn`. */
  pool?: readonly Json[];
}

const EDGES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  4,
  4.5,
  0.1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  1e21,
  -1e308,
  '',
  ' ',
  'a',
  '4',
  '\u{1F600}',
  '\u{1F600}\u{1F600}',
  'e\u0301',
  'x'.repeat(256),
  'https://example.com/a?b#c',
  'http://[::1]:80/',
  '//example.com',
  'https://exa mple.com',
  '2026-02-30',
  '2026-02-28T23:59:60Z',
  '2026-02-28T12:00:00+01:00',
  '2026-02-28 12:00:00Z',
  [],
  [null],
  [[]],
  {},
  { a: 1 },
];
const NAMES = ['a', 'extra', 'length', ''];

/** Makes mutants of values, deterministic for a seed. */
export function mutantsOf(seeds: readonly Json[], { count, seed, pool = [] }: MutantOptions): Json[] {
  const random = randomOf(seed);
  const values = [...EDGES, ...pool, ...pool, ...seeds];
  return Array.from({ length: count }, () => {
    let mutant = pick(seeds, random) ?? null;
    const changes = 1 + Math.floor(random() * 3);
    for (let change = 0; change < changes; change += 1) mutant = mutate(mutant, values, random);
    return mutant;
  });
}

/** Lists the constants, bounds and examples that a schema mentions, and their neighbours. */
export function valuesIn(schema: unknown): Json[] {
  const values: Json[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'number') values.push(value, value + 1, value - 1);
    else if (typeof value === 'string') values.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(schema);
  return values;
}

type Random = () => number;

function mutate(value: Json, values: readonly Json[], random: Random): Json {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isInner && random() < 0.75) return mutateInside(value, values, random);
  if (random() < 0.5) return pick(values, random) ?? null;
  if (typeof value === 'number') return value + (pick([1, -1, 0.5], random) ?? 1);
  if (typeof value === 'string') return mutateText(value, random);
  if (Array.isArray(value)) return [...value, value.at(-1) ?? pick(values, random) ?? null];
  return pick(values, random) ?? null;
}

function mutateInside(
  value: Json[] | { [name: string]: Json },
  values: readonly Json[],
  random: Random,
): Json {
  if (Array.isArray(value)) {
    const index = Math.floor(random() * value.length);
    const item = value[index] ?? null;
    if (random() < 0.2) return value.filter((_, at) => at !== index);
    if (random() < 0.2) return [...value, item];
    return value.with(index, mutate(item, values, random));
  }
  const name = pick(Object.keys(value), random) ?? '';
  const { [name]: member = null, ...others } = value;
  if (random() < 0.25) return others;
  if (random() < 0.15) return { ...value, [pick(NAMES, random) ?? '']: pick(values, random) ?? null };
  return { ...value, [name]: mutate(member, values, random) };
}

function mutateText(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const inserted = pick(['', 'x', ' ', '0', 'Z', '/', ':', '\u{1F600}', '\n'], random) ?? '';
  return text.slice(0, at) + inserted + text.slice(at + (random() < 0.5 ? 1 : 0));
}

function pick<TValue>(values: readonly TValue[], random: Random): TValue | undefined {
  return values[Math.floor(random() * values.length)];
}

// Mulberry32: small, and good enough to pick with.
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
