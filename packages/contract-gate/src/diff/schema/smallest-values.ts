// Small values that a schema accepts: what a finding shows is as short as it can be, and quickly made.
import type { JsonValue, LocatedSchema, OpenApiModel } from '@keyframe/openapi-model';
import { children, references } from '@keyframe/openapi-schema';
import { type CheckedSource, ValueBuilder, validValues } from '@keyframe/openapi-schema/values';
import { readNode } from './shape.ts';

/** A version of a document, and what its schemas accept in the direction of a message. */
export interface ValueSource {
  model: OpenApiModel;
  /** Undefined for a schema that decides nothing, because it leads only back to itself. */
  accepts: (located: LocatedSchema, value: JsonValue) => boolean | undefined;
}

const SEED = 1;

/** Generates small values for the schemas of one version of a document. */
export class SmallestValues {
  readonly #source: CheckedSource;
  readonly #lists = new Map<string, readonly JsonValue[]>();

  constructor({ model, accepts }: ValueSource) {
    this.#source = {
      node: (located) => readNode(model, located),
      accepts: (schema, value) => accepts('keywords' in schema ? schema.origin : schema, value) === true,
    };
  }

  /** Lists small values, one for each alternative first. */
  list(located: LocatedSchema, count: number): readonly JsonValue[] {
    const key = `${count} ${located.pointer}`;
    const values =
      this.#lists.get(key) ?? validValues(this.#source, located, { seed: SEED, limit: count, isShort: true });
    this.#lists.set(key, values);
    return values;
  }

  /** Builds the members that an object must have, whether or not its schema accepts the object. */
  bare(located: LocatedSchema): JsonValue[] {
    const strategy = { members: 'none', choose: () => 0, random: () => 0 } as const;
    return [new ValueBuilder(this.#source, strategy).build([located])];
  }
}

/** Counts the schemas that a schema leads to, up to a limit. */
export function isLarge(model: OpenApiModel, located: LocatedSchema, limit: number): boolean {
  const seen = new Set<string>();
  const open = [readNode(model, located)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node.pointer)) continue;
    seen.add(node.pointer);
    if (seen.size > limit) return true;
    open.push(...[...references(node), ...children(node)].map((child) => child.node));
  }
  return false;
}
