// Makes the valid values that tests start from: the smallest, the fullest, and one for each branch that a schema has.
import type { JsonValue } from '@keyframe/openapi-model';
import { firstValid } from './first-valid.ts';
import { createRandom } from './random.ts';
import type { CheckedSource, SchemaRef } from './schema-source.ts';

/** How to make values. */
export interface ValidValuesOptions {
  seed: number;
  /** Values at most. */
  limit: number;
  /** Whether values stay short: only the first one has optional members, and only near its root. */
  isShort?: boolean;
}

type Choices = ReadonlyMap<string, number>;

const MOST_BUILDS = 96;
const LEAST = ['none'] as const;
const LEAST_AND_MOST = ['none', 'all'] as const;
const SHORT = { depth: 1 };
// Once is enough to reach each branch inside itself; each more multiplies the parts of a recursive union.
const REPEATS = 1;

/** Lists different valid values: first one with only what is required, then one with everything, then each branch. */
export function validValues(
  space: CheckedSource,
  located: SchemaRef,
  { seed, limit, isShort = false }: ValidValuesOptions,
): JsonValue[] {
  const random = createRandom(seed);
  const values = new Map<string, JsonValue>();
  const waiting: Choices[] = [new Map()];
  const seen = new Set<string>();
  for (let builds = 0; waiting.length > 0 && builds < MOST_BUILDS && values.size < limit; builds += 1) {
    const forced = waiting.shift() ?? new Map();
    const met = new Map<string, number>();
    const choose = (pointer: string, count: number) => {
      met.set(pointer, count);
      return forced.get(pointer) ?? 0;
    };
    for (const members of isShort && builds > 0 ? LEAST : LEAST_AND_MOST) {
      const value = firstValid(space, located, {
        members,
        choose,
        random,
        repeats: REPEATS,
        ...(isShort ? SHORT : {}),
      });
      if (value !== undefined) values.set(JSON.stringify(value), value);
    }
    waiting.push(...otherBranches(met, { forced, seen }));
  }
  return [...values.values()].slice(0, limit);
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
