import { isObject } from './json-type.ts';

/**
 * Merges the outputs of two schemas for one value. They differ only by the defaults that each added, so the result is
 * the union of both; if both added the same member, the first wins.
 */
export function mergeOutputs(one: unknown, other: unknown): unknown {
  // A part that neither schema changed is still the same value, however deep it is.
  if (one === other) return one;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.map((item, index) => mergeOutputs(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one;
  const merged = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const own = Object.hasOwn(merged, name);
    defineMember(merged, name, own ? mergeOutputs(merged[name], value) : value);
  }
  return merged;
}

/** Sets a member of any name: assignment to `__proto__` would replace the prototype. */
export function defineMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
