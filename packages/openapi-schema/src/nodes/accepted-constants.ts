import type { JsonValue } from '@keyframe/openapi-model';
import { listConjuncts } from './applied-nodes.ts';
import { listUnions, type SchemaNode } from './schema-node.ts';

/** Lists the values that a schema accepts by constants, its own or those of what it extends or unites; undefined for others. */
export function listAcceptedConstants(schema: SchemaNode): readonly JsonValue[] | undefined {
  return collect(schema, new Set());
}

function collect(schema: SchemaNode, above: ReadonlySet<SchemaNode>): readonly JsonValue[] | undefined {
  if (above.has(schema)) return undefined;
  const within = new Set([...above, schema]);
  const literals = schema.parts.find((part) => part.kind === 'literals');
  if (literals) return literals.values;
  const conjuncts = listConjuncts(schema).map((conjunct) => collect(conjunct, within));
  const unions = listUnions(schema).map(({ branches }) => {
    const values = branches.map((branch) => collect(branch, within));
    return values.includes(undefined) ? undefined : values.flatMap((some) => some ?? []);
  });
  return [...conjuncts, ...unions].find((values) => values !== undefined);
}
