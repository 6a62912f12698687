// What the generated decisions call: each answers a question about a value, and none of them explains.
import { NUMBER_FORMATS, TEXT_FORMATS } from '../formats/formats.ts';

/** Tells whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Tells whether a value is true or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** Tells whether a value is a number that JSON can hold. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Tells whether a value is a whole number, 4.0 and those beyond 2^53 included. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Reads a member that an object itself holds. */
export function ownMember(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Tells whether a string has a number of code points within bounds. */
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

/** Tells whether an object has no member but these, which are told by their number; what is undefined is no member. */
export function hasOnly(object: Readonly<Record<string, unknown>>, ...members: readonly unknown[]): boolean {
  let others = 0;
  for (const name of Object.keys(object)) if (object[name] !== undefined) others += 1;
  for (const member of members) if (member !== undefined) others -= 1;
  return others === 0;
}

/** Counts the items that a decision accepts. */
export function countOf(items: readonly unknown[], accepts: (item: unknown) => boolean): number {
  let count = 0;
  for (const item of items) if (accepts(item)) count += 1;
  return count;
}

/** Tells whether a text is of a format. */
export function isTextOf(format: keyof typeof TEXT_FORMATS, text: string): boolean {
  return TEXT_FORMATS[format](text);
}

/** Tells whether a value is a number of a format. */
export function isNumberOf(format: keyof typeof NUMBER_FORMATS, value: unknown): value is number {
  return NUMBER_FORMATS[format](value as number);
}

/** Tells whether a value is a whole number of 32 bits. */
export function isInt32(value: unknown): value is number {
  return isNumberOf('int32', value);
}

/** Tells whether a value is a whole number of 64 bits. */
export function isInt64(value: unknown): value is number {
  return isNumberOf('int64', value);
}

// The same of a member that may be left out.

/** Tells whether a value is a string, or not there. */
export function maybeString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** Tells whether a value is true or false, or not there. */
export function maybeBoolean(value: unknown): value is boolean | undefined {
  return value === undefined || typeof value === 'boolean';
}

/** Tells whether a value is a number, or not there. */
export function maybeNumber(value: unknown): value is number | undefined {
  return value === undefined || isNumber(value);
}

/** Tells whether a value is a whole number, or not there. */
export function maybeInteger(value: unknown): value is number | undefined {
  return value === undefined || isInteger(value);
}

/** Tells whether a value is a whole number of 32 bits, or not there. */
export function maybeInt32(value: unknown): value is number | undefined {
  return value === undefined || isInt32(value);
}

/** Tells whether a value is a whole number of 64 bits, or not there. */
export function maybeInt64(value: unknown): value is number | undefined {
  return value === undefined || isInt64(value);
}
