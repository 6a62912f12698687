// Finds what is wrong with a value that was refused, by the zod type that explains. zod's own parsing makes a copy and a
// payload for each member on the way; what is refused needs neither, so the usual types are only looked through here.
import type { z } from 'zod';
import { isObject } from './json-type.ts';
import {
  below,
  MOST_FINDINGS,
  missingMember,
  NO_ISSUES,
  type ParseContext,
  type RawIssue,
} from './raw-issue.ts';

/** The bounds of the number of items that a check puts into its definition. */
export interface ItemBounds {
  min: number;
  max: number;
}

const ANY: ItemBounds = { min: 0, max: Number.POSITIVE_INFINITY };

/** Lists the issues of a value. */
export type Finder = (value: unknown, context: ParseContext) => readonly RawIssue[];

// Key of the cached finder of a type: a property is read many times faster than a WeakMap.
const FINDER = Symbol('finder');

interface Internals {
  [FINDER]?: Finder;
}

/** Lists the issues of a value that a zod type finds, with the same result as parsing. */
export function findIssues(
  type: z.core.$ZodType,
  value: unknown,
  context: ParseContext,
): readonly RawIssue[] {
  return finder(type)(value, context);
}

/** Returns a finder to keep: it looks up that of the type at its first call, since types may lead back to themselves. */
export function getFinder(type: z.core.$ZodType): Finder {
  let find: Finder | undefined;
  return (value, context) => {
    find ??= finder(type);
    return find(value, context);
  };
}

function finder(type: z.core.$ZodType): Finder {
  const internals: Internals & typeof type._zod = type._zod;
  internals[FINDER] ??= createFinder(type as z.core.$ZodTypes);
  return internals[FINDER];
}

function createFinder(type: z.core.$ZodTypes): Finder {
  const { def } = type._zod;
  if ('find' in def) return def.find as Finder;
  switch (def.type) {
    case 'unknown':
      return () => NO_ISSUES;
    case 'string':
    case 'number':
    case 'boolean':
      return scalarFinder(type, def.type);
    case 'enum':
    case 'literal':
      return (value, context) =>
        type._zod.values?.has(value as string) ? NO_ISSUES : byParsing(type, value, context);
    case 'nullable':
      return unless(null, def.innerType);
    case 'optional':
    case 'default':
    case 'prefault':
      return unless(undefined, def.innerType);
    case 'array':
      return arrayFinder(type, def);
    case 'object':
      return def.checks?.length ? createParsingFinder(type) : objectFinder(type, def);
    default:
      return createParsingFinder(type);
  }
}

function unless(exempt: null | undefined, type: z.core.$ZodType): Finder {
  const find = getFinder(type);
  return (value, context) => (value === exempt ? NO_ISSUES : find(value, context));
}

function createParsingFinder(type: z.core.$ZodType): Finder {
  return (value, context) => byParsing(type, value, context);
}

function byParsing(type: z.core.$ZodType, value: unknown, context: ParseContext): readonly RawIssue[] {
  const result = type._zod.run({ value, issues: [] }, context);
  return 'issues' in result ? result.issues : NO_ISSUES;
}

// zod's runner of checks costs more than the checks.
function scalarFinder(type: z.core.$ZodType, name: 'boolean' | 'number' | 'string'): Finder {
  const isIt = name === 'number' ? Number.isFinite : (value: unknown) => typeof value === name;
  const checks = listChecks(type);
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value, context) => {
    if (!isIt(value)) return byParsing(type, value, context);
    payload.value = value;
    // A check may have thrown the last time.
    payload.issues = [];
    for (const check of checks) if (!isAborted(payload)) check._zod.check(payload);
    if (payload.issues.length === 0) return NO_ISSUES;
    return payload.issues;
  };
}

// Whether a check found what leaves the others nothing to ask.
function isAborted({ issues }: z.core.ParsePayload): boolean {
  for (const issue of issues) if (issue.continue !== true) return true;
  return false;
}

/** Lists the checks of a scalar type; one such as zod's `int` is a check itself. */
export function listChecks(type: z.core.$ZodType): readonly z.core.$ZodCheck<unknown>[] {
  const { def, traits } = type._zod;
  const typeChecks = traits.has('$ZodCheck') ? [type as unknown as z.core.$ZodCheck<unknown>] : [];
  return [...typeChecks, ...((def.checks ?? []) as z.core.$ZodCheck<unknown>[])];
}

/** Reads the number of items that checks of a list allow. */
export function readBounds(checks: readonly z.core.$ZodCheck<never>[]): ItemBounds {
  const bounds = checks.map(({ _zod: { def } }) =>
    'itemBounds' in def ? (def.itemBounds as ItemBounds) : ANY,
  );
  return {
    min: Math.max(...bounds.map(({ min }) => min)),
    max: Math.min(...bounds.map(({ max }) => max)),
  };
}

function arrayFinder(type: z.core.$ZodType, { element, checks = [] }: z.core.$ZodArrayDef): Finder {
  const { min, max } = readBounds(checks);
  const find = getFinder(element);
  return (value, context) => {
    if (!Array.isArray(value)) return byParsing(type, value, context);
    const issues = itemIssues(find, value.length > max ? value.slice(0, max) : value, context);
    if (value.length >= min && value.length <= max) return issues;
    const payload: z.core.ParsePayload = { value, issues: [...issues] };
    for (const check of checks) (check as z.core.$ZodCheck<unknown>)._zod.check(payload);
    return payload.issues;
  };
}

function itemIssues(find: Finder, items: readonly unknown[], context: ParseContext): readonly RawIssue[] {
  let issues = NO_ISSUES;
  for (let index = 0; index < items.length && issues.length < MOST_FINDINGS; index += 1) {
    const found = find(items[index], context);
    if (found.length > 0) issues = joined(issues, below(index, found));
  }
  return issues;
}

/** A declared member of an object. */
interface Member {
  name: string;
  find: Finder;
  isOptional: boolean;
}

function objectFinder(type: z.core.$ZodType, { shape, catchall }: z.core.$ZodObjectDef): Finder {
  const isClosed = catchall?._zod.def.type === 'never';
  if (!isClosed && catchall?._zod.def.type !== 'unknown') return createParsingFinder(type);
  const members = Object.entries(shape).map(([name, member]): Member => {
    return { name, find: getFinder(member), isOptional: member._zod.optin !== undefined };
  });
  const names = new Set(Object.keys(shape));
  return (value, context) => {
    if (!isObject(value)) return byParsing(type, value, context);
    const issues = membersIssues(members, value, context);
    return isClosed ? joined(issues, unrecognized(value, names)) : issues;
  };
}

function membersIssues(
  members: readonly Member[],
  value: Record<string, unknown>,
  context: ParseContext,
): readonly RawIssue[] {
  let issues = NO_ISSUES;
  for (const { name, find, isOptional } of members) {
    if (issues.length >= MOST_FINDINGS) break;
    const member = value[name];
    if (member === undefined && isOptional) continue;
    const memberIssues = find(member, context);
    if (memberIssues.length > 0) issues = joined(issues, below(name, memberIssues));
    else if (member === undefined) issues = [...issues, missingMember(name)];
  }
  return issues;
}

function joined(issues: readonly RawIssue[], more: readonly RawIssue[]): readonly RawIssue[] {
  if (more.length === 0) return issues;
  return issues.length === 0 ? more : [...issues, ...more];
}

function unrecognized(value: Record<string, unknown>, names: ReadonlySet<string>): readonly RawIssue[] {
  const keys = Object.keys(value).filter((name) => !names.has(name) && value[name] !== undefined);
  return keys.length === 0 ? NO_ISSUES : [{ code: 'unrecognized_keys', keys, input: value, continue: true }];
}
