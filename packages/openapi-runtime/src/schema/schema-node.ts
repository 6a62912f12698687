// A zod type whose parsing is a function of ours. It stands where JSON Schema says something that zod's own types
// do not: every part of it sees the value as it came in, before any default is filled in.
import { z } from 'zod';

/** The number of findings about one list, or one object, after which the rest of it is not looked at. */
export const MOST_FINDINGS = 100;

export type RawIssue = z.core.$ZodRawIssue;

export interface Outcome {
  value: unknown;
  issues: RawIssue[];
}

export type ParseContext = z.core.ParseContextInternal;

interface SchemaNodeDef extends z.core.$ZodTypeDef {
  type: 'custom';
  evaluate: (value: unknown, context: ParseContext) => Outcome;
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

/** Makes a zod type of an evaluation; the caller vouches for the types. */
export function schemaNode<TOutput, TInput = TOutput>(
  evaluate: SchemaNodeDef['evaluate'],
): SchemaNode<TOutput, TInput> {
  return new SchemaNodeConstructor({ type: 'custom', evaluate }) as SchemaNode<TOutput, TInput>;
}

/** Runs a zod type on a value; throws zod's own error when it is asynchronous. */
export function evaluate(schema: z.core.$ZodType, value: unknown, context: ParseContext): Outcome {
  const result = schema._zod.run({ value, issues: [] }, context);
  if (result instanceof Promise) throw new z.core.$ZodAsyncError();
  return { value: result.value, issues: result.issues };
}

/** Tells whether an evaluation found the value good. */
export function accepts(schema: z.core.$ZodType, value: unknown, context: ParseContext): boolean {
  return evaluate(schema, value, context).issues.length === 0;
}

/** Makes a finding of a kind that zod has no code for. */
export function customIssue(input: unknown, message: string, path: PropertyKey[] = []): RawIssue {
  return { code: 'custom', input, message, path };
}

/** Puts findings about a member below its name. */
export function below(name: PropertyKey, issues: readonly RawIssue[]): RawIssue[] {
  return issues.map((issue) => ({ ...issue, path: [name, ...(issue.path ?? [])] }));
}
