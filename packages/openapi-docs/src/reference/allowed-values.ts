/** Values that several schemas of one property allow together. */
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';

/** Intersects the values that schemas list in `const` and `enum`; undefined if no schema lists any. */
export function allowedValues(schemas: readonly JsonObject[]): JsonValue[] | undefined {
  const lists = schemas
    .map(({ const: only, enum: several }) => (only === undefined ? several : [only]))
    .filter((list) => Array.isArray(list));
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const rest = others.map((list) => new Set(list.map((value) => JSON.stringify(value))));
  return first.filter((value) => rest.every((list) => list.has(JSON.stringify(value))));
}

/** Writes a list of values as a schema: `const` for a single value, otherwise `enum`. */
export function enumerate(values: readonly JsonValue[] | undefined): JsonObject {
  if (values === undefined || values.length === 0) return {};
  return values.length === 1 ? { const: values[0] } : { enum: [...values] };
}
