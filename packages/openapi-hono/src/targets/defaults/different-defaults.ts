// Finds members that several parts of one schema describe, each with another default.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/schema';
import type { Diagnostics } from '../../diagnostics.ts';
import { type Place, schemaMap, subschemas } from '../../schema/keyword-readers.ts';
import type { SchemaGraph } from '../../schema/schema-graph.ts';
import { reaches } from '../../schema/search-graph.ts';

/** Tells of each member whose default is not filled in because a part before it has another one. */
export function tellDifferentDefaults(
  graph: SchemaGraph,
  warnings: Diagnostics,
  located: LocatedSchema,
): void {
  const { schema } = located;
  const isCombined =
    isJsonObject(schema) && (memberOf(schema, 'allOf') ?? memberOf(schema, '$ref')) !== undefined;
  if (!isCombined) return;
  const first = new Map<string, JsonValue>();
  for (const { name, member } of partsOf(graph, located).flatMap(membersOf)) {
    const value = graph.defaultOf(member);
    if (value === undefined) continue;
    const other = first.get(name) ?? value;
    first.set(name, other);
    if (jsonEqual(other, value)) continue;
    const message = `Another part of the same schema gives "${name}" the default ${JSON.stringify(other)}, which is filled in.`;
    warnings.add(member.pointer, message, 'Give both the same default.');
  }
}

function partsOf(graph: SchemaGraph, located: LocatedSchema): Place[] {
  const parts: Place[] = [];
  const steps = (from: LocatedSchema) => [...graph.referenced(from), ...subschemas(from, 'allOf')].reverse();
  const fits = ({ schema, pointer }: LocatedSchema) => {
    if (isJsonObject(schema)) parts.push({ schema, pointer });
    return false;
  };
  reaches(located, { steps, fits });
  return parts;
}

function membersOf(place: Place): { name: string; member: LocatedSchema }[] {
  return schemaMap(place, 'properties').map(({ name, located }) => ({ name, member: located }));
}
