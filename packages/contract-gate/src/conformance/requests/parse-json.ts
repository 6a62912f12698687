import type { JsonValue } from '@keyframe/openapi-model';

/** Parses JSON; undefined if the text is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
