// Finds components that lead back to themselves without going into a member or an item of the value: no value could
// ever be decided by them.
import { isJsonObject, type LocatedSchema, memberOf, type OpenApiModel } from '@keyframe/openapi-model';
import { type SchemaGraph, subschemas } from './schema-graph.ts';

const IN_PLACE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const IN_PLACE = ['not', 'if', 'then', 'else'];

/** Lists the components that can't be decided. */
export function endlessComponents(model: OpenApiModel, graph: SchemaGraph): LocatedSchema[] {
  return [...model.schemas.values()].filter((located) => leadsTo(graph, located, located.schema));
}

function leadsTo(graph: SchemaGraph, from: LocatedSchema, goal: LocatedSchema['schema']): boolean {
  const seen = new Set<LocatedSchema['schema']>();
  const visit = (located: LocatedSchema): boolean =>
    stepsFrom(graph, located).some((next) => {
      if (next.schema === goal) return true;
      if (seen.has(next.schema)) return false;
      seen.add(next.schema);
      return visit(next);
    });
  return isJsonObject(goal) && visit(from);
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
