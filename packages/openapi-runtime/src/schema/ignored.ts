import type { z } from 'zod';
import { acceptor } from './accept.ts';
import { evaluate, type SchemaNode, schemaNode } from './schema-node.ts';

/** Accepts a member without reading it, and removes it from its object (`readOnly`, in a request). */
export function ignored(schema: z.ZodType): SchemaNode<unknown> {
  return schemaNode((value, context) => evaluate(schema, value, context), {
    accepts: acceptor(schema),
    isIgnored: true,
  });
}
