// Finds schemas that lead back to themselves without going into a member or an item of the value: no value could
// ever be decided by them.
import { isJsonObject, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { subschemas } from './keyword-readers.ts';
import type { SchemaGraph } from './schema-graph.ts';
import { findCircles } from './search-graph.ts';

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const IN_PLACE = ['not', 'if', 'then', 'else'];

/** Lists those of the schemas that can't be decided. */
export function unguardedSchemas(schemas: readonly LocatedSchema[], graph: SchemaGraph): LocatedSchema[] {
  const circular = new Map<LocatedSchema['schema'], boolean>();
  return schemas.filter((located) => {
    if (!circular.has(located.schema)) findCircles(located, (from) => stepsFrom(graph, from), circular);
    return isJsonObject(located.schema) && circular.get(located.schema) === true;
  });
}

function stepsFrom(graph: SchemaGraph, located: LocatedSchema): LocatedSchema[] {
  const { schema, pointer } = located;
  if (!isJsonObject(schema)) return [];
  const single = IN_PLACE.flatMap((keyword) => memberOf(schema, keyword) ?? []);
  const dependent = Object.values(Object(memberOf(schema, 'dependentSchemas')));
  return [
    ...graph.referenced(located),
    ...IN_PLACE_LISTS.flatMap((keyword) => subschemas(located, keyword)),
    ...[...single, ...dependent].filter(isJsonObject).map((step) => ({ schema: step, pointer })),
  ];
}
