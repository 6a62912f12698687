/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** Describes a JSON object; a member that is absent reads as undefined. */
export interface JsonObject {
  [name: string]: JsonValue | undefined;
}

/** Checks whether a value is a JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own member of a JSON object, never one of its prototype. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Writes a member of a JSON object; unlike an assignment it does so for `__proto__`, too. */
export function setMember(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** Renames a member, which stays in its position, unless there is one with the new name. */
export function renameMember(object: JsonObject, name: string, newName: string): void {
  if (Object.hasOwn(object, newName)) return;
  for (const [key, value] of Object.entries(object)) {
    delete object[key];
    setMember(object, key === name ? newName : key, value ?? null);
  }
}

/** Copies a JSON value with all that is in it; what an alias of YAML shares becomes separate. */
export function copyJson<TValue extends JsonValue>(value: TValue): TValue;
export function copyJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyJson(member ?? null)]));
}
