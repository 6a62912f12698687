import { appendPointer, isJsonObject, type JsonValue, memberOf } from '@keyframe/openapi-model/document';
import type { Located } from './references.ts';

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

/** Returns a member of an object that is an object itself. */
export function getMember({ value, pointer }: Located, name: string): Located | undefined {
  const member = memberOf(value, name);
  return isJsonObject(member) ? { value: member, pointer: appendPointer(pointer, name) } : undefined;
}

/** Lists the objects in a map, in their order or by name. */
export function listObjects(
  map: Located | undefined,
  options: { alphabetize?: boolean | undefined },
): (Located & { name: string })[] {
  if (map === undefined) return [];
  return listEntries(map.value, options)
    .map(([name, value]) => ({ name, value, pointer: appendPointer(map.pointer, name) }))
    .filter((entry): entry is Located & { name: string } => isJsonObject(entry.value));
}

/** Lists the parameters of a path item or an operation. */
export function listParameters({ value, pointer }: Located): Located[] {
  const parameters = memberOf(value, 'parameters');
  if (!Array.isArray(parameters)) return [];
  return parameters
    .map((parameter, index) => ({
      value: parameter,
      pointer: appendPointer(pointer, 'parameters', index),
    }))
    .filter((parameter): parameter is Located => isJsonObject(parameter.value));
}

/** Sorts members by name, if they are to be. */
export function sortEntries<TValue>(
  entries: [string, TValue][],
  { alphabetize }: { alphabetize?: boolean | undefined },
): [string, TValue][] {
  if (!alphabetize) return entries;
  return entries.sort(([left], [right]) => left.localeCompare(right, 'en-us', { numeric: true }));
}
