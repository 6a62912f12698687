// Tells whether values of a schema have to be completed: whether a default, or a member that a direction takes out,
// can be reached from it.
import { isJsonObject, type LocatedSchema } from '@keyframe/openapi-model';
import { childrenOf } from './child-schemas.ts';
import type { SchemaGraph } from './schema-graph.ts';

type Known = Map<LocatedSchema['schema'], boolean>;

// What these hold is never completed: it only tells whether something is so.
const ONLY_ASKED = new Set(['contains', 'not', 'propertyNames']);

/** Tells whether a schema leads to something to complete; answers are kept in `known`. */
export function completes(graph: SchemaGraph, located: LocatedSchema, known: Known): boolean {
  const existing = known.get(located.schema);
  if (existing !== undefined) return existing;
  const visited = new Set<LocatedSchema['schema']>();
  const found = search({ graph, known, visited }, located);
  // Nothing that was seen on a search in vain leads anywhere.
  for (const schema of found ? [located.schema] : visited) known.set(schema, found);
  return found;
}

interface Search {
  graph: SchemaGraph;
  known: Known;
  visited: Set<LocatedSchema['schema']>;
}

function search(state: Search, given: LocatedSchema): boolean {
  const { graph, known, visited } = state;
  const existing = known.get(given.schema);
  if (existing !== undefined || visited.has(given.schema)) return existing ?? false;
  visited.add(given.schema);
  const located = graph.view(given);
  const { schema } = located;
  if (!isJsonObject(schema)) return false;
  if (graph.ignoredMembers(located).length > 0) return true;
  const children = childrenOf(located).filter(({ keyword }) => !ONLY_ASKED.has(keyword));
  const members = children.filter(({ keyword }) => keyword === 'properties');
  if (members.some((member) => graph.defaultOf(member.located) !== undefined)) return true;
  const next = [...graph.referenced(located), ...children.map((child) => child.located)];
  return next.some((one) => search(state, one));
}
