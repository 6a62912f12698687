import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode, SchemaPart } from './schema-node.ts';

/** Lists the values that a schema accepts by constants, its own or those of what it extends or unites; undefined for others. */
export function listAcceptedConstants(schema: SchemaNode): readonly JsonValue[] | undefined {
  return collect(schema, new Set());
}

function collect(schema: SchemaNode, above: ReadonlySet<SchemaNode>): readonly JsonValue[] | undefined {
  if (above.has(schema)) return undefined;
  const within = new Set([...above, schema]);
  return schema.parts.map((part) => collectPart(part, within)).find((values) => values !== undefined);
}

function collectPart(part: SchemaPart, within: ReadonlySet<SchemaNode>): readonly JsonValue[] | undefined {
  switch (part.kind) {
    case 'literals':
      return part.values;
    case 'reference':
      return collect(part.target, within);
    case 'allOf':
      return part.schemas.map((schema) => collect(schema, within)).find((values) => values !== undefined);
    case 'union': {
      const values = part.branches.map((branch) => collect(branch, within));
      return values.includes(undefined) ? undefined : values.flatMap((some) => some ?? []);
    }
    default:
      return undefined;
  }
}
