// Finds schemas that lead back to themselves without going into a member or an item of the value: no value could
// ever be decided by them.
import { listConjuncts } from './applied-nodes.ts';
import { findObject, type SchemaNode, type SchemaPart } from './schema-node.ts';
import { findCircles } from './search-graph.ts';

/** Lists the schemas that cannot be decided. */
export function unguardedSchemas(schemas: readonly SchemaNode[]): SchemaNode[] {
  const circular = new Map<SchemaNode, boolean>();
  return schemas.filter((schema) => {
    if (!circular.has(schema)) findCircles(schema, listSteps, circular);
    return circular.get(schema) === true;
  });
}

function listSteps(schema: SchemaNode): SchemaNode[] {
  const dependent = findObject(schema)?.dependentSchemas ?? [];
  return [
    ...listConjuncts(schema),
    ...schema.parts.flatMap(listChoices),
    ...dependent.map((dependency) => dependency.schema),
  ];
}

function listChoices(part: SchemaPart): readonly SchemaNode[] {
  switch (part.kind) {
    case 'union':
      return part.branches;
    case 'not':
      return [part.schema];
    case 'conditional':
      return [part.condition, part.met, part.unmet].filter((schema) => schema !== undefined);
    case 'literals':
    case 'types':
    case 'guards':
    case 'reference':
    case 'allOf':
    case 'unevaluated':
      return [];
  }
}
