import type { z } from 'zod';
import { accepts, customIssue, evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts what the schema refuses (`not`). */
export function not(schema: z.ZodType): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    if (!accepts(schema, value, context)) return { value, issues: [] };
    return { value, issues: [customIssue(value, 'Invalid input: this is what is excluded here')] };
  });
}

/** Asks for `then` where `if` accepts the value, and for `else` where it does not; defaults in them are not filled in. */
export function conditional(schemas: {
  if: z.ZodType;
  then?: z.ZodType;
  else?: z.ZodType;
}): SchemaNode<unknown> {
  return schemaNode((value, context) => {
    const branch = accepts(schemas.if, value, context) ? schemas.then : schemas.else;
    return { value, issues: branch ? evaluate(branch, value, context).issues : [] };
  });
}
