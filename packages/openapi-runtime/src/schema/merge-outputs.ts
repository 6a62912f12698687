import { isObject } from './json-type.ts';

/**
 * Merges the outputs of two schemas for one value. They differ only by the defaults that each added, so the result is
 * the union of both; if both added the same member, the first wins.
 */
export function mergeOutputs(left: unknown, right: unknown): unknown {
  // A part that neither schema changed is still the same value, however deep it is.
  if (left === right) return left;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.map((item, index) => mergeOutputs(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return left;
  const merged = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const isShared = Object.hasOwn(merged, name);
    defineMember(merged, name, isShared ? mergeOutputs(merged[name], value) : value);
  }
  return merged;
}

/** Sets a member of any name: assignment to `__proto__` would replace the prototype. */
export function defineMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  else target[name] = value;
}
