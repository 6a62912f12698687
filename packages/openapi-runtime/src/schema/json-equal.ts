import { isObject } from './json-type.ts';

/** Compares two values as JSON Schema does: by content, regardless of the order of an object's members. */
export function jsonEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => jsonEqual(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && jsonEqual(one[name], other[name]))
  );
}
