// What the generated functions that complete a value call. They ask the value as it came in, and change copies: what is
// `filled` is the value itself until something has to be added or taken out.
import { isObject } from './json-type.ts';

type Members = Record<string, unknown>;

/** Completes a value that was accepted before; `filled` is what became of it so far. */
export type Fill = (value: unknown, filled: unknown) => unknown;

/** Fills in the members that an object lacks; `defaults` makes them anew, since a list may be changed later. */
export function withDefaults(value: unknown, filled: unknown, defaults: () => Members): unknown {
  if (!isObject(value)) return filled;
  const members = defaults();
  let result = filled as Members;
  for (const name of Object.keys(members)) {
    if (own(value, name) === undefined && own(result, name) === undefined) {
      if (result === value) result = { ...value };
      setMember(result, name, members[name]);
    }
  }
  return result;
}

/** Completes the members of these names. */
export function withMembers(value: unknown, filled: unknown, fills: Readonly<Record<string, Fill>>): unknown {
  if (!isObject(value)) return filled;
  let result = filled as Members;
  for (const name of Object.keys(fills)) {
    const fill = fills[name];
    if (fill && own(value, name) !== undefined) result = withMember({ value, result, name }, fill);
  }
  return result;
}

/** Completes the members of all names, or of those that `namesOf` tells. */
export function withOthers(
  value: unknown,
  filled: unknown,
  { fill, namesOf = Object.keys }: { fill: Fill; namesOf?: (value: Members) => readonly string[] },
): unknown {
  if (!isObject(value)) return filled;
  return namesOf(value).reduce(
    (result, name) => withMember({ value, result, name }, fill),
    filled as Members,
  );
}

interface Place {
  value: Members;
  result: Members;
  name: string;
}

function withMember({ value, result, name }: Place, fill: Fill): Members {
  const before = own(result, name);
  const after = fill(own(value, name), before);
  if (after === before) return result;
  const copy = result === value ? { ...value } : result;
  setMember(copy, name, after);
  return copy;
}

/** Takes the members of these names out of an object. */
export function withoutMembers(value: unknown, filled: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return filled;
  let result = filled as Members;
  for (const name of names) {
    if (own(result, name) === undefined) continue;
    if (result === value) result = { ...value };
    delete result[name];
  }
  return result;
}

/** Completes all items of a list, or those that `indicesOf` tells. */
export function withItems(
  value: unknown,
  filled: unknown,
  { fill, indicesOf }: { fill: Fill; indicesOf?: (value: readonly unknown[]) => readonly number[] },
): unknown {
  if (!Array.isArray(value)) return filled;
  let result = filled as unknown[];
  for (const index of indicesOf?.(value) ?? value.keys()) {
    if (index >= value.length) continue;
    const after = fill(value[index], result[index]);
    if (after === result[index]) continue;
    if (result === value) result = [...value];
    result[index] = after;
  }
  return result;
}

/** Completes a default, which may itself leave members to be filled in. */
export function completed(fill: Fill, value: unknown): unknown {
  return fill(value, value);
}

function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

// Assignment to `__proto__` would replace the prototype.
function setMember(copy: Members, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  else copy[name] = value;
}
