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
  return sortEntries(entries, { alphabetize });
}

/** Sorts members by name, if they are to be. */
export function sortEntries<TValue>(
  entries: [string, TValue][],
  { alphabetize }: { alphabetize?: boolean | undefined },
): [string, TValue][] {
  if (!alphabetize) return entries;
  return entries.sort(([one], [other]) => one.localeCompare(other, 'en-us', { numeric: true }));
}
