// A zod type whose parsing is a function of ours. It stands where JSON Schema says something that zod's own types
// do not: every part of it sees the value as it came in, before any default is filled in.
import { z } from 'zod';
import { findIssues } from './find-issues.ts';
import type { ParseContext, RawIssue } from './raw-issue.ts';

export interface Outcome {
  value: unknown;
  issues: readonly RawIssue[];
}

interface SchemaNodeDef extends z.core.$ZodTypeDef {
  type: 'custom';
  evaluate: (value: unknown, context: ParseContext) => Outcome;
  find: (value: unknown, context: ParseContext) => readonly RawIssue[];
}

/** A zod type made by this runtime. */
export interface SchemaNode<TOutput, TInput = TOutput> extends z.ZodType<TOutput, TInput> {}

const SchemaNodeConstructor = z.core.$constructor<z.ZodType, SchemaNodeDef>('SchemaNode', (inst, def) => {
  z.ZodType.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const outcome = def.evaluate(payload.value, context);
    payload.value = outcome.value;
    payload.issues.push(...outcome.issues);
    return payload;
  };
});

/** Makes a zod type of an evaluation; the caller vouches for the types. `find` lists findings where that is quicker. */
export function schemaNode<TOutput, TInput = TOutput>(
  evaluate: SchemaNodeDef['evaluate'],
  find: SchemaNodeDef['find'] = (value, context) => evaluate(value, context).issues,
): SchemaNode<TOutput, TInput> {
  return new SchemaNodeConstructor({ type: 'custom', evaluate, find }) as SchemaNode<TOutput, TInput>;
}

/** Runs a zod type on a value; throws zod's own error when it is asynchronous. */
export function evaluate(schema: z.core.$ZodType, value: unknown, context: ParseContext): Outcome {
  if (context.finding) return { value, issues: findIssues(schema, value, context) };
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return { value: result.value, issues: result.issues };
}
