// Completes values that were accepted: adds defaults, and removes members that a direction ignores. The original value
// is checked and copies are changed: `filled` is the value itself until something differs.
import type { z } from 'zod';
import { ownMember } from './decisions.ts';
import { isObject } from './json-type.ts';
import { defineMember } from './merge-outputs.ts';

type Members = Record<string, unknown>;

/** Completes a value; `filled` is its result so far. */
export type Fill = (value: unknown, filled: unknown) => unknown;

// Key of the cached completion of a type: a property is read many times faster than a WeakMap.
const FILL = Symbol('fill');

interface Internals {
  [FILL]?: { fill: Fill | undefined };
}

/** Returns a function that completes values of a zod type; undefined if there is nothing to complete. */
export function filler(type: z.core.$ZodType): Fill | undefined {
  const internals: Internals & typeof type._zod = type._zod;
  internals[FILL] ??= { fill: createFill(type as z.core.$ZodTypes) };
  return internals[FILL].fill;
}

function createFill({ _zod: { def } }: z.core.$ZodTypes): Fill | undefined {
  if ('fill' in def) return def.fill as Fill | undefined;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
      return filler(def.innerType);
    case 'array': {
      const fill = filler(def.element);
      return fill && ((value, filled) => fillItems(value, filled, () => fill));
    }
    case 'object':
      return objectFill(def.shape);
    default:
      return undefined;
  }
}

/** The completion of one member: its value, and its result so far. */
interface MemberFill {
  name: string;
  fill: Fill;
}

/** How members are read and written. */
interface Access {
  read: (object: Members, name: string) => unknown;
  write: (object: Members, name: string, member: unknown) => void;
}

// Names that no object inherits.
const PLAIN: Access = {
  read: (object, name) => object[name],
  write: (object, name, member) => {
    object[name] = member;
  },
};

/** Access to members whose names every object inherits. */
export const INHERITED: Access = { read: ownMember, write: defineMember };

/** Returns a function that completes an object with members of these types. */
export function objectFill(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  access = PLAIN,
): Fill | undefined {
  const members = Object.entries(shape);
  const fills = members.flatMap(([name, member]): MemberFill[] => {
    const fill = memberFill(member);
    return fill ? [{ name, fill }] : [];
  });
  const ignored = members.flatMap(([name, member]) => (isIgnored(member) ? [name] : []));
  if (fills.length + ignored.length === 0) return undefined;
  return (value, filled) => {
    if (!isObject(value)) return filled;
    const result = fillNamed(value, filled as Members, { fills, access });
    return ignored.length === 0 ? result : withoutMembers(value, result, ignored);
  };
}

// Plain loops and one copy at most, since this runs for each object with defaults.
function fillNamed(
  value: Members,
  filled: Members,
  { fills, access: { read, write } }: { fills: readonly MemberFill[]; access: Access },
): Members {
  let result = filled;
  for (const { name, fill } of fills) {
    const member = read(value, name);
    const before = read(result, name);
    // A member that was removed before stays removed.
    if (before === undefined && member !== undefined) continue;
    const after = fill(member, before);
    if (after === before) continue;
    if (result === value) result = { ...value };
    write(result, name, after);
  }
  return result;
}

function memberFill(type: z.core.$ZodType): Fill | undefined {
  const make = findDefault(type);
  const fill = filler(type);
  if (!make) return fill && ((value, filled) => (value === undefined ? filled : fill(value, filled)));
  return (value, filled) => {
    if (value === undefined) return filled === undefined ? make() : filled;
    return fill ? fill(value, filled) : filled;
  };
}

function withoutMembers(value: Members, filled: Members, names: readonly string[]): Members {
  let result = filled;
  for (const name of names) {
    if (ownMember(result, name) === undefined) continue;
    if (result === value) result = { ...value };
    delete result[name];
  }
  return result;
}

// Makes the default of a member anew each time, since a list may be changed later.
function findDefault(type: z.core.$ZodType): (() => unknown) | undefined {
  const { def } = (type as z.core.$ZodTypes)._zod;
  if (def.type !== 'default' && def.type !== 'prefault') return undefined;
  const value = def.defaultValue;
  if (typeof value !== 'object' || value === null) return () => value;
  // The default of an object or a list may itself leave members to be filled in.
  return () => {
    const made = def.defaultValue;
    const fill = filler(def.innerType);
    return fill ? fill(made, made) : made;
  };
}

function isIgnored(type: z.core.$ZodType): boolean {
  const { def } = (type as z.core.$ZodTypes)._zod;
  return def.type === 'optional' ? isIgnored(def.innerType) : 'isIgnored' in def && def.isIgnored === true;
}

/** Completes a value by one schema after the other. */
export function inTurn(given: readonly (Fill | undefined)[]): Fill | undefined {
  const [first, ...others] = given.filter((fill) => fill !== undefined);
  if (!first || others.length === 0) return first;
  return (value, filled) => others.reduce((result, fill) => fill(value, result), first(value, filled));
}

/** Completes the members of an object, each by the rule for its name. */
export function fillMembers(
  value: unknown,
  filled: unknown,
  fillFor: (name: string) => Fill | undefined,
): unknown {
  if (!isObject(value)) return filled;
  let result = filled as Members;
  for (const name of Object.keys(value)) {
    const fill = value[name] === undefined ? undefined : fillFor(name);
    if (!fill) continue;
    const before = ownMember(result, name);
    if (before === undefined) continue;
    const after = fill(value[name], before);
    if (after === before) continue;
    if (result === value) result = { ...value };
    defineMember(result, name, after);
  }
  return result;
}

/** Completes the items of a list, each by the rule for its index. */
export function fillItems(
  value: unknown,
  filled: unknown,
  fillFor: (index: number) => Fill | undefined,
): unknown {
  if (!Array.isArray(value)) return filled;
  let result = filled as unknown[];
  for (const [index, item] of value.entries()) {
    const after = fillFor(index)?.(item, result[index]) ?? result[index];
    if (after === result[index]) continue;
    if (result === value) result = [...value];
    result[index] = after;
  }
  return result;
}
