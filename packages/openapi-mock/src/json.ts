// Small operations on JSON values.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';

/** Copies a value with another one at a path; objects on the way, and the item after the last one of a list, are created. */
export function withMember(
  value: JsonValue | undefined,
  path: readonly string[],
  member: JsonValue,
): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined) return member;
  if (Array.isArray(value)) {
    if (Number(token) === value.length) return [...value, withMember(undefined, rest, member)];
    return value.map((item, index) => (String(index) === token ? withMember(item, rest, member) : item));
  }
  const object = isJsonObject(value) ? value : {};
  return { ...object, [token]: withMember(object[token], rest, member) };
}

/** Replaces a text inside all texts of a value. */
export function replaceText(value: JsonValue, search: string, replacement: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll(search, replacement);
  if (Array.isArray(value)) return value.map((item) => replaceText(item, search, replacement));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceText(member ?? null, search, replacement)]),
  );
}

/**
 * Adds members to an object as far as a schema accepts the result: all at once if possible, otherwise one after the
 * other; a change to undefined removes its member.
 */
export function overlay(
  base: JsonObject,
  changes: JsonObject,
  accepts: (value: JsonObject) => boolean,
): JsonObject {
  const all = applyChanges(base, changes);
  if (accepts(all)) return all;
  let value = base;
  for (const [name, member] of Object.entries(changes)) {
    const next = applyChanges(value, { [name]: member });
    if (accepts(next)) value = next;
  }
  return value;
}

/** Copies an object with other members; a change to undefined removes its member. */
export function applyChanges(base: JsonObject, changes: JsonObject): JsonObject {
  const value = { ...base };
  for (const [name, member] of Object.entries(changes)) {
    if (member === undefined) delete value[name];
    else value[name] = member;
  }
  return value;
}

/** Selects the members of an object that another one has with equal values. */
export function selectEqual(object: JsonObject, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([name, member]) => JSON.stringify(value[name]) === JSON.stringify(member)),
  );
}
