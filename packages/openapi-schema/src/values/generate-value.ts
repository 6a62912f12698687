import type { JsonValue } from '@keyframe/openapi-model';
import { ValueBuilder } from './build-value.ts';
import { writePlainWord, writeUniqueWord } from './draw-text.ts';
import { firstValid } from './first-valid.ts';
import { createRandom } from './random.ts';
import type { SchemaRef } from './schema-source.ts';
import type { SchemaSpace } from './schema-space.ts';
import type { Strategy } from './strategy.ts';

/** The choices that a schema leaves open. */
export interface GenerateOptions {
  /** Varies numbers, ids and branches: the same seed returns the same value. Without it the simplest value is returned. */
  seed?: number;
  /** `required` omits what may be absent; `all` by default. */
  members?: 'all' | 'required';
}

/** How far a value goes. */
type Extent = Required<Pick<Strategy, 'depth' | 'repeats'>>;

// A value with more members and items would be slow to make and tedious to read.
const MOST_PARTS = 500;
// Hardly any document has more levels without recursion.
const ALL_LEVELS = 12;
// From complete to small: each schema once more inside itself, no schema inside itself, fewer levels.
const EXTENTS: readonly Extent[] = [
  { repeats: 1, depth: ALL_LEVELS },
  { repeats: 0, depth: ALL_LEVELS },
  ...[6, 5, 4, 3, 2, 1].map((depth) => ({ repeats: 0, depth })),
];
const SMALLEST: Extent = { repeats: 0, depth: 0 };
const FALLBACK_SEED = 1;

/**
 * Generates a typical value: its examples and defaults where the schema has some, else the simplest texts and numbers.
 * It has all levels unless it would be too large. Returns undefined if no value was found that the schema accepts.
 */
export function generateValue(
  space: SchemaSpace,
  schema: SchemaRef,
  options: GenerateOptions = {},
): JsonValue | undefined {
  const extent = EXTENTS.find(
    (candidate) => !new ValueBuilder(space, createTypical(options, candidate)).exceeds(MOST_PARTS, [schema]),
  );
  const typical = createTypical(options, extent ?? SMALLEST);
  const varied = createRandom(options.seed ?? FALLBACK_SEED);
  const fallback: Strategy = {
    ...typical,
    choose: (_pointer, count) => Math.floor(varied() * count),
    random: varied,
    writeWord: writeUniqueWord,
    exampleChance: 0,
  };
  return firstValid(space, schema, typical) ?? firstValid(space, schema, fallback);
}

function createTypical({ seed, members = 'all' }: GenerateOptions, extent: Extent): Strategy {
  const random = seed === undefined ? () => 0 : createRandom(seed);
  return {
    ...extent,
    members: members === 'required' ? 'none' : 'all',
    choose: (_pointer, count) => Math.floor(random() * count),
    random,
    writeWord: writePlainWord,
    exampleChance: 1,
  };
}
