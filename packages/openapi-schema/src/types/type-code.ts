// Code of types, which may be joined with others.

import { bracket, type Code, isOperation, object, operation, print, quote } from '@keyframe/openapi-codegen';
import type { JsonValue } from '@keyframe/openapi-model';

export const UNKNOWN = 'unknown';
export const NEVER = 'never';

/** Joins alternatives; equal ones appear once. */
export function uniteTypes(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== NEVER);
  if (distinct.includes(UNKNOWN)) return UNKNOWN;
  const [first, ...otherTypes] = distinct;
  if (first === undefined) return NEVER;
  return otherTypes.length === 0 ? first : operation('|', distinct);
}

/** Joins types that hold together; equal ones appear once. */
export function intersectTypes(types: readonly Code[]): Code {
  const distinct = distinctTypes(types).filter((type) => type !== UNKNOWN);
  if (distinct.includes(NEVER)) return NEVER;
  const [first, ...otherTypes] = distinct;
  if (first === undefined) return UNKNOWN;
  return otherTypes.length === 0 ? first : operation('&', distinct.map(group));
}

/** Removes types that are equal to one before. */
function distinctTypes(types: readonly Code[]): Code[] {
  if (types.length < 2) return [...types];
  return [...new Map(types.map((type) => [print(type), type])).values()];
}

/** Encloses operands, so that an operator next to them cannot split them. */
export function group(type: Code): Code {
  return isOperation(type) ? ['(', type, ')'] : type;
}

/** Writes the type of a single value. */
export function literalType(value: JsonValue): Code {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return bracket('[', value.map(literalType), ']');
  if (typeof value === 'object' && value !== null) {
    return object(Object.entries(value).map(([name, member]) => [name, literalType(member ?? null)]));
  }
  return Object.is(value, -0) ? '0' : String(value);
}
