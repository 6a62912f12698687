/** Validators of generated clients: decisions without zod, and Standard Schemas. */

export { linearPattern } from '../patterns/linear-pattern.ts';
export {
  countOf,
  hasLength,
  hasOnly,
  isBoolean,
  isInt32,
  isInt64,
  isInteger,
  isNumber,
  isNumberOf,
  isString,
  isTextOf,
  maybeBoolean,
  maybeInt32,
  maybeInt64,
  maybeInteger,
  maybeNumber,
  maybeString,
  ownMember,
} from '../schema/decisions.ts';
export { findTwin } from '../schema/find-twin.ts';
export { jsonEqual } from '../schema/json-equal.ts';
export { isObject } from '../schema/json-type.ts';
export { recursive } from '../schema/memoize-recursion.ts';
export { isMultipleOf } from '../schema/multiple-of.ts';
export { type Check, findIssue, formatPath, type Issue } from './check.ts';
export { type StandardSchema, standardSchema } from './standard-schema.ts';
