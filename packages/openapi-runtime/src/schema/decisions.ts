// Predicates that generated decisions call. Each returns a Boolean without a reason.
import { NUMBER_FORMATS, TEXT_FORMATS } from '../formats/formats.ts';

/** Checks whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Checks whether a value is true or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Checks whether a value is a number that JSON can represent. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Checks whether a value is an integer, including 4.0 and integers beyond 2^53. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Reads an own member of an object. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Checks whether the number of code points of a string is within bounds. */
export function hasLength(text: string, min: number, max = Number.POSITIVE_INFINITY): boolean {
  // A code point is one or two units, so most strings need no counting.
  if (text.length < min) return false;
  if (text.length <= max && text.length >= min * 2) return true;
  if (text.length > max * 2) return false;
  const count = countCodePoints(text);
  return count >= min && count <= max;
}

/** Counts the Unicode code points of a string. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Checks whether an object has no members but these, by comparing their number; an undefined property does not count.
 */
export function hasOnly(object: Readonly<Record<string, unknown>>, ...members: readonly unknown[]): boolean {
  let count = 0;
  for (const name of Object.keys(object)) if (object[name] !== undefined) count += 1;
  for (const member of members) if (member !== undefined) count -= 1;
  return count === 0;
}

/** Counts the items that a decision accepts. */
export function countOf(items: readonly unknown[], accepts: (item: unknown) => boolean): number {
  let count = 0;
  for (const item of items) if (accepts(item)) count += 1;
  return count;
}

/** Checks whether a text matches a format. */
export function isTextOf(format: keyof typeof TEXT_FORMATS, text: string): boolean {
  return TEXT_FORMATS[format](text);
}

/** Checks whether a value is a number of a format. */
export function isNumberOf(format: keyof typeof NUMBER_FORMATS, value: unknown): value is number {
  return NUMBER_FORMATS[format](value as number);
}

/** Checks whether a value is an integer of 32 bits. */
export function isInt32(value: unknown): value is number {
  return isNumberOf('int32', value);
}

/** Checks whether a value is an integer of 64 bits. */
export function isInt64(value: unknown): value is number {
  return isNumberOf('int64', value);
}

// The same checks for optional members.

/** Checks whether a value is a string or undefined. */
export function maybeString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** Checks whether a value is true, false or undefined. */
export function maybeBoolean(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}

/** Checks whether a value is a number or undefined. */
export function maybeNumber(value: unknown): value is number | undefined {
  return value === undefined || isNumber(value);
}

/** Checks whether a value is an integer or undefined. */
export function maybeInteger(value: unknown): value is number | undefined {
  return value === undefined || isInteger(value);
}

/** Checks whether a value is an integer of 32 bits or undefined. */
export function maybeInt32(value: unknown): value is number | undefined {
  return value === undefined || isInt32(value);
}

/** Checks whether a value is an integer of 64 bits or undefined. */
export function maybeInt64(value: unknown): value is number | undefined {
  return value === undefined || isInt64(value);
}
