/** Runtime of generated zod types and decisions. */

export { linearPattern } from '../patterns/linear-pattern.ts';
export { all } from './all.ts';
export { conditional, not } from './applicators.ts';
export { contains, tuple, uniqueItems } from './array-keywords.ts';
export { type Builder, z } from './builder.ts';
export { typeIn, whenType } from './by-type.ts';
export { multipleOf } from './checks.ts';
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
} from './decisions.ts';
export { findTwin } from './find-twin.ts';
export { int32, int64, numberFormat } from './format-check.ts';
export { ignored } from './ignored.ts';
export { jsonEqual } from './json-equal.ts';
export { isObject } from './json-type.ts';
export {
  type Input,
  lazy,
  lazyWithDefaults,
  type ObjectOf,
  objectOf,
  type Schema,
} from './lazy.ts';
export { equalTo } from './literals.ts';
export { recursive } from './memoize-recursion.ts';
export { isMultipleOf } from './multiple-of.ts';
export {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  members,
  patternProperties,
  propertyCount,
  propertyNames,
  record,
  required,
} from './object-keywords.ts';
export type { SchemaNode } from './schema-node.ts';
export { unevaluatedItems, unevaluatedProperties } from './unevaluated.ts';
export { anyOf, type Discriminant, oneOf } from './union.ts';
