import { z } from 'zod';
import type { Fill } from './complete.ts';
import { findIssues } from './find-issues.ts';
import { customIssue, NO_ISSUES, type ParseContext, type RawIssue } from './raw-issue.ts';
import { evaluate, schemaNode } from './schema-node.ts';

/**
 * A zod type of known output and input, which are the same unless defaults are filled in. An alias: an interface would
 * be compared with zod's member by member, for each schema of a document.
 */
export type Schema<TOutput, TInput = TOutput> = z.ZodType<TOutput, TInput>;

/** The type of an object before defaults are filled in: some members may be left out, others are of another type. */
export type Input<TOutput, TOptional extends keyof TOutput, TOthers = unknown> = Omit<
  TOutput,
  TOptional | keyof TOthers
> &
  Partial<Pick<TOutput, TOptional>> &
  TOthers;

const explanations = new WeakMap<z.core.$ZodType, () => z.ZodType>();

/**
 * Makes a zod type of a generated decision. `explain` makes the type of zod's own that says why a value was refused;
 * it is made when the first one is. `fill` completes what was accepted, in a copy wherever it differs.
 */
// @__NO_SIDE_EFFECTS__
export function compiled<TOutput, TInput = TOutput>(
  accepts: (value: unknown) => boolean,
  explain: () => z.ZodType,
  fill?: Fill,
): Schema<TOutput, TInput> {
  let explanation: z.ZodType | undefined;
  const explained = (): z.ZodType => {
    explanation ??= explain();
    return explanation;
  };
  const find = (value: unknown, context: ParseContext): readonly RawIssue[] =>
    accepts(value) ? NO_ISSUES : refusal(explained(), value, context);
  const schema = schemaNode<TOutput, TInput>((value, context) => {
    if (context.direction === 'backward') return evaluate(explained(), value, context);
    try {
      if (accepts(value)) return { value: fill ? fill(value, value) : value, issues: NO_ISSUES };
      return { value, issues: refusal(explained(), value, context) };
    } catch (error) {
      // The stack was not deep enough for the value, which only a schema that leads back to itself follows so far.
      if (!(error instanceof RangeError)) throw error;
      return { value, issues: [customIssue(value, 'Invalid input: nested too deeply')] };
    }
  }, find);
  explanations.set(schema, explained);
  return schema;
}

function refusal(explanation: z.ZodType, value: unknown, context: ParseContext): readonly RawIssue[] {
  // zod's own compiler of objects is left out: it needs `new Function`.
  const finding = context.finding ? context : { ...context, jitless: true, finding: true as const };
  const issues = findIssues(explanation, value, finding);
  return issues.length > 0 ? issues : [customIssue(value, 'Invalid input')];
}

/** The object of zod that stands behind a generated schema, for `extend`, `pick`, `omit` and `shape`. */
export type ObjectOf<TOutput, TInput> = z.ZodObject<{
  [TName in keyof TOutput & keyof TInput]: z.ZodType<TOutput[TName], TInput[TName]>;
}>;

/**
 * Opens a generated schema of an object for composition. What is derived of it is checked by zod and this package
 * alone, alike but slower. Throws TypeError for a schema that is more than zod's own object.
 */
export function objectOf<TOutput, TInput>(schema: z.ZodType<TOutput, TInput>): ObjectOf<TOutput, TInput> {
  const explanation = explanations.get(schema)?.();
  if (!(explanation instanceof z.ZodObject)) throw new TypeError('The schema is not a zod object.');
  return explanation as unknown as ObjectOf<TOutput, TInput>;
}
