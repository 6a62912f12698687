import type { JsonValue } from '@keyframe/openapi-model';
import { ValueBuilder } from './build-value.ts';
import { writeVariedWord } from './draw-text.ts';
import { createRandom } from './random.ts';
import type { SchemaRef, SchemaSource } from './schema-source.ts';

/** Options of `createSamples`. */
export interface SampleOptions {
  /** The number of values. */
  count: number;
  /** Starts the random sequence: the same seed creates the same values. */
  seed: number;
}

const EXAMPLE_CHANCE = 0.3;

/**
 * Creates random values that a schema probably accepts, to begin a comparison of validators with. A source without
 * `accepts` does not prefer the values that one of the validators accepts.
 */
export function createSamples(
  source: SchemaSource,
  schema: SchemaRef,
  { count, seed }: SampleOptions,
): JsonValue[] {
  const random = createRandom(seed);
  const builder = new ValueBuilder(source, {
    members: 'some',
    choose: (_pointer, choices) => Math.floor(random() * choices),
    random,
    writeWord: writeVariedWord,
    exampleChance: EXAMPLE_CHANCE,
  });
  return Array.from({ length: count }, () => builder.build([schema]));
}
