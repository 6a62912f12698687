// Makes values near the border between valid and invalid, to compare two validators on: copies of valid values with
// a few small changes, drawn from what the schema itself mentions and from values that validators trip over.

import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { createRandom, pick, type Random } from './random.ts';

/** Options of `createMutants`. */
export interface MutantOptions {
  /** The number of mutants. */
  count: number;
  /** Starts the random sequence: the same seed makes the same mutants. */
  seed: number;
  /** Values to insert, in addition to edge cases of validators; see `collectValues`. */
  pool?: readonly JsonValue[];
  /** Names of members to insert, in addition to common ones; see `collectNames`. */
  names?: readonly string[];
}

const EDGES: readonly JsonValue[] = [
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
export function createMutants(
  seeds: readonly JsonValue[],
  { count, seed, pool = [], names = [] }: MutantOptions,
): JsonValue[] {
  const random = createRandom(seed);
  const values = [...EDGES, ...pool, ...pool, ...seeds];
  const types = new Set(values.map((value) => typeof value));
  const byType = new Map(
    [...types].map((type) => [type, values.filter((value) => typeof value === type)] as const),
  );
  const material = { values, byType, names: [...NAMES, ...names, ...names] };
  return Array.from({ length: count }, () => {
    let mutant = pick(seeds, random) ?? null;
    const changes = 1 + Math.floor(random() * 3);
    for (let change = 0; change < changes; change += 1) mutant = mutate(mutant, material, random);
    return mutant;
  });
}

const PROSE = new Set(['$comment', '$ref', 'description', 'format', 'pattern', 'title', 'type']);

/** Lists the constants, bounds and examples that a schema mentions, and the neighbours of numbers. */
export function collectValues(schema: unknown): JsonValue[] {
  return [...new Set(collectScalars(schema))];
}

function collectScalars(value: unknown): JsonValue[] {
  if (typeof value === 'number') return [value, value + 1, value - 1];
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(
    ([name, member]) => !PROSE.has(name) || typeof member !== 'string',
  );
  return members.flatMap(([, member]) => collectScalars(member));
}

/** Lists the names of members that a schema mentions. */
export function collectNames(schema: unknown): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(Object('properties' in value ? value.properties : undefined)))
      names.add(name);
    Object.values(value).forEach(visit);
  };
  visit(schema);
  return [...names];
}

interface Material {
  values: readonly JsonValue[];
  byType: ReadonlyMap<string, readonly JsonValue[]>;
  names: readonly string[];
}

// Lists up to this long: more than most bounds on the number of items.
const LONGEST_LIST = 16;

function mutate(value: JsonValue, material: Material, random: Random): JsonValue {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isInner || random() < 0.25) return replace(value, material, random);
  return Array.isArray(value) ? mutateList(value, material, random) : mutateObject(value, material, random);
}

function replace(value: JsonValue, { values, byType }: Material, random: Random): JsonValue {
  const chance = random();
  if (chance < 0.3) return pick(values, random) ?? null;
  if (chance < 0.6) return pick(byType.get(typeof value) ?? values, random) ?? null;
  if (typeof value === 'number') return value + (pick([1, -1, 0.5], random) ?? 1);
  if (typeof value === 'string') return mutateText(value, random);
  return Array.isArray(value) ? [...value, value.at(-1) ?? null] : null;
}

function mutateList(items: JsonValue[], material: Material, random: Random): JsonValue[] {
  const index = Math.floor(random() * items.length);
  const item = items[index] ?? null;
  if (random() < 0.2) return items.filter((_, at) => at !== index);
  if (random() < 0.2) return [...items, item];
  if (random() < 0.2) {
    const length = Math.floor(random() * (LONGEST_LIST + 1));
    return Array.from({ length }, (_, at) => items[at % items.length] ?? null);
  }
  return items.with(index, mutate(item, material, random));
}

function mutateObject(object: JsonObject, material: Material, random: Random): JsonValue {
  const name = pick(Object.keys(object), random) ?? '';
  const { [name]: member = null, ...otherMembers } = object;
  if (random() < 0.25) return otherMembers;
  if (random() < 0.25) {
    const added = pick(material.names, random) ?? '';
    return { ...object, [added]: pick(material.values, random) ?? null };
  }
  return { ...object, [name]: mutate(member, material, random) };
}

function mutateText(text: string, random: Random): string {
  const at = Math.floor(random() * (text.length + 1));
  const inserted = pick(['', 'x', ' ', '0', 'Z', '/', ':', '\u{1F600}', '\n'], random) ?? '';
  return text.slice(0, at) + inserted + text.slice(at + (random() < 0.5 ? 1 : 0));
}
