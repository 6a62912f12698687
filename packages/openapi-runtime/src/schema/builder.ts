// zod as generated code writes it. Its own signatures infer a type for each piece, which a compiler pays for on every
// check of a large document; generated schemas say their types themselves, so these infer nothing but the type they are assigned to.
import * as zod from 'zod';
import { codePoints, integer, itemCount, quickly } from './checks.ts';
import { type TextFormatName, textFormat } from './format-check.ts';
import type { Schema } from './lazy.ts';

type Shape = Readonly<Record<string, zod.ZodType>>;
/** The types of members, or the names of members of any type. */
type Members = Shape | readonly string[];
type Literal = string | number | boolean | null;

/**
 * Constraints of a string: bounds of its length in Unicode code points, a pattern (ECMA-262, the u flag), a format.
 */
interface TextChecks {
  min?: number;
  max?: number;
  pattern?: RegExp | string;
  format?: TextFormatName;
}

/**
 * The functions of zod that generated code calls, and a few similar ones. The second shape of an object contains its
 * optional members.
 */
export interface Builder {
  /** A list; of a long one that is wrong, only some items are explained. */
  array: (item: zod.ZodType, size?: { min?: number; max?: number }) => zod.ZodType;
  boolean: <TOutput = unknown>() => Schema<TOutput>;
  enum: <TOutput = unknown>(values: readonly string[]) => Schema<TOutput>;
  /** A whole number, 4.0 and those beyond 2^53 included. */
  integer: () => zod.ZodNumber;
  literal: <TOutput = unknown>(values: Literal | readonly unknown[]) => Schema<TOutput>;
  looseObject: (members: Members, optional?: Shape) => zod.ZodType;
  never: () => zod.ZodType;
  null: () => zod.ZodType;
  number: () => zod.ZodNumber;
  object: (members: Members, optional?: Shape) => zod.ZodType;
  strictObject: (members: Members, optional?: Shape) => zod.ZodType;
  string: (checks?: TextChecks) => zod.ZodString;
  unknown: () => zod.ZodType;
}

// Listed one by one, so that a bundler drops the rest of zod.
/** Builds zod types for generated code. */
export const z: Builder = {
  array: (item, size) => zod.array(item).check(itemCount(size)),
  boolean: zod.boolean as Builder['boolean'],
  enum: zod.enum as Builder['enum'],
  integer: () => zod.number().check(integer()),
  literal: ((values: Literal | readonly unknown[]) =>
    zod.literal([values].flat() as Literal[])) as Builder['literal'],
  looseObject: (shape, optional) => zod.looseObject(wholeShape(shape, optional)),
  never: zod.never,
  null: zod.null,
  number: zod.number,
  object: (shape, optional) => zod.object(wholeShape(shape, optional)),
  strictObject: (shape, optional) => zod.strictObject(wholeShape(shape, optional)),
  string: (checks) => (checks ? zod.string().check(...createChecks(checks)) : zod.string()),
  unknown: zod.unknown,
};

function createChecks({ min, max, pattern, format }: TextChecks): zod.core.$ZodCheck<string>[] {
  return [
    ...(min === undefined && max === undefined ? [] : [codePoints(min ?? 0, max)]),
    ...(pattern === undefined
      ? []
      : [matching(typeof pattern === 'string' ? new RegExp(pattern, 'u') : pattern)]),
    ...(format === undefined ? [] : [textFormat(format)]),
  ];
}

function matching(pattern: RegExp): zod.core.$ZodCheck<string> {
  return quickly(zod.regex(pattern), (text) => pattern.test(text));
}

function wholeShape(members: Members, optional: Shape = {}): Shape {
  const shape = isNames(members) ? Object.fromEntries(members.map((name) => [name, zod.unknown()])) : members;
  const entries = Object.entries(optional).map(([name, type]) => [name, zod.exactOptional(type)] as const);
  return { ...shape, ...Object.fromEntries(entries) };
}

function isNames(members: Members): members is readonly string[] {
  return Array.isArray(members);
}
