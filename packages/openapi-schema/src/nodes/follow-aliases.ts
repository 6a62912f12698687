import type { SchemaNode } from './schema-node.ts';

/** Follows schemas that consist of a reference to the one with keywords; a circle of references leads nowhere. */
export function followAliases(schema: SchemaNode): SchemaNode {
  const seen = new Set<SchemaNode>();
  let node = schema;
  while (!seen.has(node)) {
    seen.add(node);
    if (!node.alias) return node;
    node = node.alias;
  }
  return schema;
}
