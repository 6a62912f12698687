// What the generated functions that complete a value call.

type Members = Record<string, unknown>;

/** Gives a copy of an object a member of any name: assignment to `__proto__` would replace the prototype. */
export function setMember(copy: Members, name: string, value: unknown): void {
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Completes a default, which may itself leave members to be filled in. */
export function completed(fill: (value: unknown, filled: unknown) => unknown, value: unknown): unknown {
  return fill(value, value);
}
