// What the generated decisions call: each answers a question about a value, and none of them explains.
import { NUMBER_FORMATS, TEXT_FORMATS } from '../formats/formats.ts';

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

/** Tells whether a number is of a format. */
export function isNumberOf(format: keyof typeof NUMBER_FORMATS, value: number): boolean {
  return NUMBER_FORMATS[format](value);
}
