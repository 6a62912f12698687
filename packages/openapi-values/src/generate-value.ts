import type { JsonValue } from '@keyframe/openapi-model';
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

const DEPTH = 3;
const FALLBACK_SEED = 1;

/**
 * Generates a typical value: its examples and defaults where the schema has some, else the simplest texts and numbers.
 * Returns undefined if no value was found that the schema accepts.
 */
export function generateValue(
  space: SchemaSpace,
  schema: SchemaRef,
  { seed, members = 'all' }: GenerateOptions = {},
): JsonValue | undefined {
  const random = seed === undefined ? () => 0 : createRandom(seed);
  const typical: Strategy = {
    members: members === 'required' ? 'none' : 'all',
    choose: (_pointer, count) => Math.floor(random() * count),
    random,
    writeWord: writePlainWord,
    exampleChance: 1,
    depth: DEPTH,
  };
  const varied = createRandom(seed ?? FALLBACK_SEED);
  const other: Strategy = {
    ...typical,
    choose: (_pointer, count) => Math.floor(varied() * count),
    random: varied,
    writeWord: writeUniqueWord,
    exampleChance: 0,
  };
  return firstValid(space, schema, typical) ?? firstValid(space, schema, other);
}
