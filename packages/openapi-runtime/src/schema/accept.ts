// Checks whether a value is valid, by the zod type that also explains why it is not. Parsing by zod copies the value
// and creates a payload for each member; a Boolean result needs neither.
import type { z } from 'zod';
import { findIssues, listChecks, readBounds } from './find-issues.ts';
import { isObject } from './json-type.ts';
import { FINDING } from './raw-issue.ts';

/** Checks whether a value is valid. */
export type Acceptor = (value: unknown) => boolean;

// Key of the cached acceptor of a type: a property is read many times faster than a WeakMap.
const ACCEPTOR = Symbol('acceptor');

interface Internals {
  [ACCEPTOR]?: Acceptor;
}

/** Returns a function that checks whether a zod type accepts a value, with the same result as parsing. */
export function acceptor(type: z.core.$ZodType): Acceptor {
  const internals: Internals & typeof type._zod = type._zod;
  internals[ACCEPTOR] ??= createAcceptor(type as z.core.$ZodTypes);
  return internals[ACCEPTOR];
}

function createAcceptor(type: z.core.$ZodTypes): Acceptor {
  const { def } = type._zod;
  if ('accepts' in def) return def.accepts as Acceptor;
  switch (def.type) {
    case 'unknown':
      return () => true;
    case 'never':
      return () => false;
    case 'null':
      return (value) => value === null;
    case 'string':
      return scalarAcceptor((value) => typeof value === 'string', type);
    case 'number':
      return scalarAcceptor(Number.isFinite, type);
    case 'boolean':
      return (value) => value === true || value === false;
    case 'enum':
    case 'literal':
      return (value) => type._zod.values?.has(value as string) === true;
    case 'nullable':
      return unless(null, def.innerType);
    case 'optional':
    case 'default':
    case 'prefault':
      return unless(undefined, def.innerType);
    case 'array':
      return arrayAcceptor(def);
    case 'object':
      return objectAcceptor(type, def);
    default:
      return byFinding(type);
  }
}

function unless(exempt: null | undefined, type: z.core.$ZodType): Acceptor {
  const accepts = acceptor(type);
  return (value) => value === exempt || accepts(value);
}

function byFinding(type: z.core.$ZodType): Acceptor {
  return (value) => findIssues(type, value, FINDING).length === 0;
}

function scalarAcceptor(isIt: Acceptor, type: z.core.$ZodType): Acceptor {
  const [first, ...acceptors] = listChecks(type).map(checkAcceptor);
  if (!first) return isIt;
  if (acceptors.length === 0) return (value) => isIt(value) && first(value);
  return (value) => isIt(value) && first(value) && acceptors.every((accepts) => accepts(value));
}

function checkAcceptor(check: z.core.$ZodCheck<unknown>): Acceptor {
  const { def } = check._zod;
  if ('accepts' in def) return def.accepts as Acceptor;
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    payload.value = value;
    payload.issues = [];
    check._zod.check(payload);
    return payload.issues.length === 0;
  };
}

function arrayAcceptor({ element, checks = [] }: z.core.$ZodArrayDef): Acceptor {
  const { min, max } = readBounds(checks);
  const accepts = acceptor(element);
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return false;
    for (const item of value) if (!accepts(item)) return false;
    return true;
  };
}

function objectAcceptor(type: z.core.$ZodType, { shape, catchall, checks }: z.core.$ZodObjectDef): Acceptor {
  const isClosed = catchall?._zod.def.type === 'never';
  if (checks?.length || !(isClosed || catchall?._zod.def.type === 'unknown')) return byFinding(type);
  const names = Object.keys(shape);
  const members = Object.values(shape);
  const acceptors = members.map(acceptor);
  const isOptional = members.map((member) => member._zod.optin !== undefined);
  // Indices, since this runs for each member of each value.
  return (value) => {
    if (!isObject(value)) return false;
    let count = 0;
    for (let index = 0; index < names.length; index += 1) {
      const member = value[names[index] as string];
      if (member !== undefined) {
        if (!acceptors[index]?.(member)) return false;
        count += 1;
      } else if (!isOptional[index]) return false;
    }
    return !isClosed || hasMembers(value, count);
  };
}

// An undefined property does not count as a member.
function hasMembers(object: Record<string, unknown>, count: number): boolean {
  const names = Object.keys(object);
  return names.length === count || names.filter((name) => object[name] !== undefined).length === count;
}
