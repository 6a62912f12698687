// zod as generated code writes it. Its own signatures infer a type for each piece, which a compiler pays for on every
// check of a large document; generated schemas say their types themselves, so these infer nothing.
import * as zod from 'zod';
import { integer, itemCount } from './checks.ts';

type Shape = Readonly<Record<string, zod.ZodType>>;
type Literal = string | number | boolean | null;

/**
 * The functions of zod that generated code calls, and a few in their manner. The second shape of an object is that of the
 * members that may be left out.
 */
export interface Builder {
  /** A list; of a long one that is wrong, only some items are explained. */
  array: (item: zod.ZodType, size?: { min?: number; max?: number }) => zod.ZodType;
  boolean: () => zod.ZodType;
  enum: (values: readonly string[]) => zod.ZodType;
  /** A whole number, 4.0 and those beyond 2^53 included. */
  integer: () => zod.ZodNumber;
  literal: (values: Literal | readonly unknown[]) => zod.ZodType;
  looseObject: (shape: Shape, optional?: Shape) => zod.ZodType;
  never: () => zod.ZodType;
  null: () => zod.ZodType;
  number: () => zod.ZodNumber;
  object: (shape: Shape, optional?: Shape) => zod.ZodType;
  regex: (pattern: RegExp) => zod.core.$ZodCheck<string>;
  strictObject: (shape: Shape, optional?: Shape) => zod.ZodType;
  string: () => zod.ZodString;
  unknown: () => zod.ZodType;
}

// One by one, so that a bundler leaves out the rest of zod.
export const z: Builder = {
  array: (item, size) => zod.array(item).check(itemCount(size)),
  boolean: zod.boolean,
  enum: zod.enum,
  integer: () => zod.number().check(integer()),
  literal: (values) => zod.literal([values].flat() as Literal[]),
  looseObject: (shape, optional) => zod.looseObject(wholeShape(shape, optional)),
  never: zod.never,
  null: zod.null,
  number: zod.number,
  object: (shape, optional) => zod.object(wholeShape(shape, optional)),
  regex: zod.regex,
  strictObject: (shape, optional) => zod.strictObject(wholeShape(shape, optional)),
  string: zod.string,
  unknown: zod.unknown,
};

function wholeShape(shape: Shape, optional: Shape = {}): Shape {
  const others = Object.entries(optional).map(([name, type]) => [name, zod.exactOptional(type)] as const);
  return { ...shape, ...Object.fromEntries(others) };
}
