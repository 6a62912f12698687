import { isJsonObject, type JsonValue } from '@keyframe/openapi-model/document';

/** Lists the members of an object, in their order or by name. */
export function listEntries(
  object: JsonValue | undefined,
  { alphabetize }: { alphabetize?: boolean | undefined },
): [string, JsonValue][] {
  if (!isJsonObject(object)) return [];
  const entries = Object.entries(object).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  if (!alphabetize) return entries;
  return entries.sort(([one], [other]) => one.localeCompare(other, 'en-us', { numeric: true }));
}
