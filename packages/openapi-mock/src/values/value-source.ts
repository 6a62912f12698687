// Values that schemas accept: examples of the document first, then generated ones, the same for the same seed.
import type { JsonValue } from '@keyframe/openapi-model';
import type { DirectedSchema } from '@keyframe/openapi-resources';
import { listSchemaExamples } from '@keyframe/openapi-schema/facts';
import { createSamples, generateValue } from '@keyframe/openapi-schema/values';
import type { Schemas } from '../document/schemas.ts';

/** Different generated values of one schema; each is kept. */
export const VARIANTS = 16;

/** Makes values for the schemas of a document. */
export class ValueSource {
  readonly #schemas: Schemas;
  readonly #seed: number;
  readonly #found = new Map<string, JsonValue | undefined>();

  constructor(schemas: Schemas, seed: number) {
    this.#schemas = schemas;
    this.#seed = seed;
  }

  /** Finds a value for a schema that it accepts, if it accepts any. */
  find(directed: DirectedSchema, variant = 0): JsonValue | undefined {
    const number = Math.abs(variant) % VARIANTS;
    const key = `${directed.direction} ${directed.schema.pointer} ${number}`;
    if (!this.#found.has(key))
      this.#found.set(key, this.#findExample(directed) ?? this.#generate(directed, number));
    return this.#found.get(key);
  }

  #findExample(directed: DirectedSchema): JsonValue | undefined {
    const accepts = this.#schemas.getAcceptor(directed);
    return listSchemaExamples(this.#schemas.node(directed)).find(accepts);
  }

  #generate({ schema, direction }: DirectedSchema, variant: number): JsonValue | undefined {
    const seed = this.#seed * VARIANTS + variant;
    const space = this.#schemas.getSpace(direction);
    // Some documents have schemas that accept no value; a likely one is better than nothing.
    return generateValue(space, schema, { seed }) ?? createSamples(space, schema, { count: 1, seed })[0];
  }
}
