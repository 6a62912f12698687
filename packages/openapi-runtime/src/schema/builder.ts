// zod as generated code writes it. Its own signatures infer a type for each piece, which a compiler pays for on every
// check of a large document; generated schemas say their types themselves, so these infer nothing.
import * as zod from 'zod';

type Shape = Readonly<Record<string, zod.ZodType>>;
type Literal = string | number | boolean | null;

/** The functions of zod that generated code calls. */
export interface Builder {
  array: (item: zod.ZodType) => zod.ZodArray;
  boolean: () => zod.ZodType;
  enum: (values: readonly string[]) => zod.ZodType;
  literal: (values: Literal | readonly unknown[]) => zod.ZodType;
  looseObject: (shape: Shape) => zod.ZodType;
  never: () => zod.ZodType;
  null: () => zod.ZodType;
  number: () => zod.ZodNumber;
  object: (shape: Shape) => zod.ZodType;
  regex: (pattern: RegExp) => zod.core.$ZodCheck<string>;
  strictObject: (shape: Shape) => zod.ZodType;
  string: () => zod.ZodString;
  unknown: () => zod.ZodType;
}

// One by one, so that a bundler leaves out the rest of zod.
export const z: Builder = {
  array: zod.array,
  boolean: zod.boolean,
  enum: zod.enum,
  literal: (values) => zod.literal([values].flat() as Literal[]),
  looseObject: zod.looseObject,
  never: zod.never,
  null: zod.null,
  number: zod.number,
  object: zod.object,
  regex: zod.regex,
  strictObject: zod.strictObject,
  string: zod.string,
  unknown: zod.unknown,
};
