import type { JsonObject, JsonValue } from '@keyframe/openapi-model';

/** Removes members that are undefined. */
export function compact(object: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
