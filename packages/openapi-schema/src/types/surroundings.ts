// Conditions on the same value that other parts of its schema state.
import { findPartTypes, listConjuncts } from '../nodes/applied-nodes.ts';
import { findObject, type SchemaNode, type SchemaPart, type TypeNode } from '../nodes/schema-node.ts';

/** Finds the schema of a member in the schemas around another, or in what they extend, the innermost first. */
export function findDeclaration(name: string, ancestors: readonly SchemaNode[]): SchemaNode | undefined {
  const open = [...ancestors];
  const visited = new Set<SchemaNode>();
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (visited.has(schema)) continue;
    visited.add(schema);
    const property = findObject(schema)?.properties.find((member) => member.name === name);
    if (property) return property.schema;
    open.push(...listConjuncts(schema));
  }
  return undefined;
}

/** Reports whether all that a part states about types follows from the other parts, such as `type: object` next to `allOf`. */
export function isImplied(part: SchemaPart, schema: SchemaNode): boolean {
  if (part.kind !== 'types' || !part.alternatives.every(isWidest)) return false;
  const types = findPartTypes(schema);
  const declared = new Set<string>(part.alternatives.map(({ kind }) => kind));
  return (
    types !== undefined && [...types].every((type) => declared.has(type === 'integer' ? 'number' : type))
  );
}

function isWidest(type: TypeNode): boolean {
  if (type.kind === 'array')
    return type.prefix.length === 0 && (type.items ?? type.unevaluated) === undefined;
  if (type.kind !== 'object') return true;
  // Members that other parts leave unevaluated are in no type.
  const { properties, required, patterns, additional } = type;
  return additional === undefined && properties.length + required.length + patterns.length === 0;
}
