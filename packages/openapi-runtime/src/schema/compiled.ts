import type { z } from 'zod';
import { customIssue } from './schema-node.ts';

/** Is what was generated to decide about a value without explaining. */
export interface Decision {
  accepts: (value: unknown) => boolean;
  /** Fills in defaults: what it answers is a copy wherever it differs from the value, which was accepted before. */
  fill?: (value: unknown, filled: unknown) => unknown;
}

/**
 * Lets a generated decision settle what a zod type accepts; the type itself is asked only about a value that was
 * refused, and says why. What is derived of it (`extend`, `pick`, `refine`) has the type's own checks alone.
 */
export function compiled<TSchema extends z.ZodType>(schema: TSchema, decision: Decision): TSchema;
export function compiled<TOutput, TInput>(schema: z.ZodType, decision: Decision): z.ZodType<TOutput, TInput>;
export function compiled(schema: z.ZodType, { accepts, fill }: Decision): z.ZodType {
  const explain = schema._zod.run;
  schema._zod.run = (payload, context) => {
    const { value } = payload;
    if (context.direction === 'backward') return explain(payload, context);
    try {
      if (accepts(value)) {
        if (fill) payload.value = fill(value, value);
        return payload;
      }
      // zod's own compiler of objects is left out: it needs `new Function`, and explaining need not be quick.
      const explained = explain(payload, { ...context, jitless: true });
      if (explained instanceof Promise || explained.issues.length > 0) return explained;
      explained.issues.push(customIssue(value, 'Invalid input'));
      return explained;
    } catch (error) {
      // The stack was not deep enough for the value, which only a schema that leads back to itself follows so far.
      if (!(error instanceof RangeError)) throw error;
      payload.issues.push(customIssue(value, 'Invalid input: nested too deeply'));
      return payload;
    }
  };
  return schema;
}
