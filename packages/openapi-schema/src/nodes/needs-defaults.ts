// Reports whether values of a schema have to be completed: whether it leads to a default, or to a member that the
// direction removes.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { listChildSchemas } from './child-schemas.ts';
import { readNames } from './keyword-readers.ts';
import { reaches } from './search-graph.ts';

/** Schemas in a direction. */
interface ViewedSchemas {
  view: (located: LocatedSchema) => LocatedSchema;
  ignoredMembers: (located: LocatedSchema) => readonly string[];
  findDefault: (located: LocatedSchema) => JsonValue | undefined;
  referenced: (located: LocatedSchema) => LocatedSchema[];
}

type Known = Map<LocatedSchema['schema'], boolean>;

// Their schemas only test a value, so nothing in them is completed.
const ONLY_TESTED = new Set(['contains', 'not', 'propertyNames']);

/** Reports whether a schema leads to something to complete; results are kept in `results`. */
export function needsDefaults(graph: ViewedSchemas, located: LocatedSchema, results: Known): boolean {
  const existing = results.get(located.schema);
  if (existing !== undefined) return existing;
  const visited = new Set<LocatedSchema['schema']>();
  const steps = (from: LocatedSchema) => (results.has(from.schema) ? [] : listSteps(graph, graph.view(from)));
  const fits = (from: LocatedSchema) => results.get(from.schema) ?? fillsMember(graph, graph.view(from));
  const isNeeded = reaches(located, { steps, fits }, visited);
  // Nothing that was seen on a search in vain leads anywhere.
  for (const schema of isNeeded ? [located.schema] : visited) results.set(schema, isNeeded);
  return isNeeded;
}

// Reports whether a schema itself fills in or removes a member.
function fillsMember(graph: ViewedSchemas, located: LocatedSchema): boolean {
  if (!isJsonObject(located.schema)) return false;
  if (graph.ignoredMembers(located).length > 0) return true;
  const required = readNames(memberOf(located.schema, 'required'));
  return listChildSchemas(located).some(
    ({ keyword, name = '', located: member }) =>
      keyword === 'properties' && !required.includes(name) && graph.findDefault(member) !== undefined,
  );
}

function listSteps(graph: ViewedSchemas, located: LocatedSchema): LocatedSchema[] {
  const children = listChildSchemas(located).filter(({ keyword }) => !ONLY_TESTED.has(keyword));
  return [...graph.referenced(located), ...children.map((child) => child.located)];
}
