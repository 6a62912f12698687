// Locations of values in a JSON value.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';

/** Names and indexes from the root to a value. */
export type JsonPath = readonly (number | string)[];

/** Lists the scalars of a value with their paths; nothing for undefined. */
export function* listScalars(
  value: JsonValue | undefined,
  path: JsonPath = [],
): Generator<{ path: JsonPath; value: JsonValue }> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* listScalars(item, [...path, index]);
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) yield* listScalars(member ?? null, [...path, name]);
  else if (value !== undefined) yield { path, value };
}

/** Whether a path leads to a location or to a value inside of it. */
export function isWithinPath(path: JsonPath, outer: JsonPath | undefined): boolean {
  return outer?.every((token, index) => path[index] === token) ?? false;
}
