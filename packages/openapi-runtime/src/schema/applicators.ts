import type { z } from 'zod';
import { mergeOutputs } from './merge-outputs.ts';
import { customIssue } from './raw-issue.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts what a generated decision refuses (`not`). */
export function not(accepts: (value: unknown) => boolean): SchemaNode<unknown> {
  return schemaNode((value) => {
    if (!accepts(value)) return { value, issues: [] };
    return { value, issues: [customIssue(value, 'Invalid input: matches the schema of "not"')] };
  });
}

/** Asks for `then` where `if` accepts the value, and for `else` where it does not; fills in the defaults of what it asks. */
export function conditional(schemas: {
  if: z.ZodType;
  then?: z.ZodType;
  else?: z.ZodType;
}): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    const condition = evaluate(schemas.if, value, context);
    const isMet = condition.issues.length === 0;
    const branch = isMet ? schemas.then : schemas.else;
    const outcome = branch ? evaluate(branch, value, context) : { value, issues: [] };
    if (!isMet || outcome.issues.length > 0) return outcome;
    return { value: mergeOutputs(condition.value, outcome.value), issues: [] };
  });
}
