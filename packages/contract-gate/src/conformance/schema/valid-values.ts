// Makes the valid values that tests start from: the smallest, the fullest, and one for each branch that a schema has.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject } from '@keyframe/openapi-model';
import { createRandom } from '../random.ts';
import { type Strategy, ValueBuilder } from './build-value.ts';
import type { SchemaRef, SchemaSpace } from './schema-space.ts';

/** How to make values. */
export interface ValidValuesOptions {
  seed: number;
  /** Values at most. */
  limit: number;
}

type Choices = ReadonlyMap<string, number>;

const TRIES = 12;
const MOST_BUILDS = 96;

/** Lists different valid values: first one with only what is required, then one with everything, then each branch. */
export function validValues(
  space: SchemaSpace,
  located: SchemaRef,
  { seed, limit }: ValidValuesOptions,
): JsonValue[] {
  const random = createRandom(seed);
  const found = new Map<string, JsonValue>();
  const waiting: Choices[] = [new Map()];
  const seen = new Set<string>();
  for (let builds = 0; waiting.length > 0 && builds < MOST_BUILDS && found.size < limit; builds += 1) {
    const forced = waiting.shift() ?? new Map();
    const met = new Map<string, number>();
    const choose = (pointer: string, count: number) => {
      met.set(pointer, count);
      return forced.get(pointer) ?? 0;
    };
    for (const members of ['none', 'all'] as const) {
      const value = firstValid(space, located, { members, choose, random });
      if (value !== undefined) found.set(JSON.stringify(value), value);
    }
    waiting.push(...otherBranches(met, { forced, seen }));
  }
  return [...found.values()].slice(0, limit);
}

// The first branch of each was taken just now.
function otherBranches(
  met: ReadonlyMap<string, number>,
  { forced, seen }: { forced: Choices; seen: Set<string> },
): Choices[] {
  return [...met].flatMap(([pointer, count]) => {
    if (seen.has(pointer)) return [];
    seen.add(pointer);
    return Array.from({ length: count - 1 }, (_, index) => new Map([...forced, [pointer, index + 1]]));
  });
}

// A strategy that fails is loosened: first other chances, then fewer members.
function firstValid(space: SchemaSpace, located: SchemaRef, strategy: Strategy): JsonValue | undefined {
  const build = (members: Strategy['members']) =>
    new ValueBuilder(space, { ...strategy, members }).build([located]);
  const tries = strategy.members === 'all' ? 2 : TRIES;
  for (let tried = 0; tried < tries; tried += 1) {
    const value = build(tried < TRIES / 2 ? strategy.members : 'some');
    if (space.accepts(located, value)) return value;
  }
  if (strategy.members !== 'all') return undefined;
  const least = firstValid(space, located, { ...strategy, members: 'none' });
  return least === undefined ? undefined : grown(space, located, { least, most: build('all') });
}

// Adds to a valid object what it can take of a fuller one, a member at a time, then two.
function grown(
  space: SchemaSpace,
  located: SchemaRef,
  { least, most }: { least: JsonValue; most: JsonValue },
): JsonValue {
  if (!isJsonObject(least) || !isJsonObject(most)) return least;
  let value = least;
  const left: string[] = [];
  const take = (...names: string[]) => {
    const more = { ...value, ...Object.fromEntries(names.map((name) => [name, most[name] ?? null])) };
    if (!space.accepts(located, more)) return false;
    value = more;
    return true;
  };
  for (const name of Object.keys(most)) if (!Object.hasOwn(value, name) && !take(name)) left.push(name);
  for (const name of left)
    if (!Object.hasOwn(value, name)) left.find((other) => other !== name && take(name, other));
  return value;
}
