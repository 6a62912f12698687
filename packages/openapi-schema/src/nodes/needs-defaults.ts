// Reports whether values of a schema have to be completed: whether it leads to a default, or to a member that the
// direction removes.
import { children, references } from './child-nodes.ts';
import type { KeywordName } from './keyword-node.ts';
import type { SchemaNode } from './schema-node.ts';
import { reaches } from './search-graph.ts';

// Their schemas only test a value, so nothing in them is completed.
const ONLY_TESTED: readonly KeywordName[] = ['contains', 'not', 'propertyNames'];

/** Reports whether a schema leads to something to complete; results are kept in `results`. */
export function needsDefaults(node: SchemaNode, results: Map<SchemaNode, boolean>): boolean {
  const existing = results.get(node);
  if (existing !== undefined) return existing;
  const visited = new Set<SchemaNode>();
  const steps = (from: SchemaNode) => (results.has(from) ? [] : listSteps(from));
  const fits = (from: SchemaNode) => results.get(from) ?? completesMembers(from);
  const isNeeded = reaches(node, { steps, fits }, visited);
  // Nothing that was seen on a search in vain leads anywhere.
  for (const schema of isNeeded ? [node] : visited) results.set(schema, isNeeded);
  return isNeeded;
}

// Reports whether a schema itself fills in or removes a member.
function completesMembers(node: SchemaNode): boolean {
  const { properties, required } = node.keywords;
  return (
    node.ignored.length > 0 ||
    [...properties].some(([name, { fallback }]) => fallback !== undefined && !required.includes(name))
  );
}

function listSteps(node: SchemaNode): SchemaNode[] {
  const applied = children(node).filter(({ keyword }) => !ONLY_TESTED.includes(keyword));
  return [...references(node), ...applied].map((child) => child.node);
}
