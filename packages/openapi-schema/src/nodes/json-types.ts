// The types of values, and sets of them.
import type { JsonValue } from '@keyframe/openapi-model';

/** The types of JSON Schema; a whole number is of both `integer` and `number`. */
export type JsonTypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** The types that a value can have; undefined for any. */
export type Types = ReadonlySet<JsonTypeName>;

/** The types that have keywords of their own. */
export type TypedName = 'array' | 'number' | 'object' | 'string';

/** Returns the type of a value, `number` also for a whole one. */
export function classifyValue(value: JsonValue): JsonTypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** Intersects types; undefined means any type. */
export function intersect(left: Types | undefined, right: Types | undefined): Types | undefined {
  if (!left || !right) return left ?? right;
  const both = [...left]
    .filter((type) => covers(right, type))
    .concat([...right].filter((type) => covers(left, type)));
  return new Set(both.includes('number') ? both.filter((type) => type !== 'integer') : both);
}

function covers(types: Types, type: JsonTypeName): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

/** Unites types; undefined means any type. */
export function unite(all: readonly (Types | undefined)[]): Types | undefined {
  if (all.length === 0 || all.some((types) => types === undefined)) return undefined;
  return new Set(all.flatMap((types) => [...(types ?? [])]));
}
