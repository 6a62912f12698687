// A zod type with its own parsing function. It is used where zod's types cannot express JSON Schema: every part of it
// receives the original value, before any default is added.
import { core, ZodType, type z } from 'zod';
import type { Fill } from './fill.ts';
import { findIssues } from './find-issues.ts';
import { FINDING, type ParseContext, type RawIssue } from './raw-issue.ts';

export interface Outcome {
  value: unknown;
  issues: readonly RawIssue[];
}

/** Returns the value of a type and its issues. */
type Evaluation = (value: unknown, context: ParseContext) => Outcome;

/** Faster ways to compute parts of an evaluation. */
interface Shortcuts {
  /** Lists the issues of a value. */
  find?: (value: unknown, context: ParseContext) => readonly RawIssue[];
  /** Checks whether a value is valid. */
  accepts?: (value: unknown) => boolean;
  /** Completes a value that was accepted. */
  fill?: Fill | undefined;
  /** True if a member of this type is removed from its object. */
  isIgnored?: boolean;
}

interface SchemaNodeDef extends z.core.$ZodTypeDef, Required<Shortcuts> {
  type: 'custom';
  evaluate: Evaluation;
}

/** A zod type made by this runtime. */
export interface SchemaNode<TOutput, TInput = TOutput> extends z.ZodType<TOutput, TInput> {}

const SchemaNodeConstructor = core.$constructor<z.ZodType, SchemaNodeDef>('SchemaNode', (inst, def) => {
  ZodType.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const outcome = def.evaluate(payload.value, context);
    payload.value = outcome.value;
    for (const issue of outcome.issues) payload.issues.push(issue);
    return payload;
  };
});

/** Creates a zod type from an evaluation; the caller guarantees the types of its values. */
export function schemaNode<TOutput, TInput = TOutput>(
  evaluate: Evaluation,
  {
    find = (value, context) => evaluate(value, context).issues,
    accepts = (value) => find(value, FINDING).length === 0,
    fill,
    isIgnored = false,
  }: Shortcuts = {},
): SchemaNode<TOutput, TInput> {
  const def: SchemaNodeDef = { type: 'custom', evaluate, find, accepts, fill, isIgnored };
  return new SchemaNodeConstructor(def) as SchemaNode<TOutput, TInput>;
}

/** Runs a zod type on a value; throws zod's own error when it is asynchronous. */
export function evaluate(schema: z.core.$ZodType, value: unknown, context: ParseContext): Outcome {
  if (context.finding) return { value, issues: findIssues(schema, value, context) };
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new core.$ZodAsyncError();
  return { value: result.value, issues: result.issues };
}
