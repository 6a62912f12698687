import { listKeyword } from '../facts/schema-facts.ts';
import type { SchemaNode } from '../nodes/schema-node.ts';

/** Lists the names of the members that schemas describe. */
export function describedNames(schemaNodes: readonly SchemaNode[]): string[] {
  return listKeyword(schemaNodes, 'properties').flatMap((properties) => [...properties.keys()]);
}

/** Lists the names of the members that schemas require. */
export function requiredNames(schemaNodes: readonly SchemaNode[]): string[] {
  return listKeyword(schemaNodes, 'required').flat();
}

/** Lists the names of the members that are required next to a member. */
export function dependentNames(schemaNodes: readonly SchemaNode[], name: string): readonly string[] {
  return listKeyword(schemaNodes, 'dependentRequired').flatMap((required) => required.get(name) ?? []);
}

/** Reports whether a schema describes members by a pattern, or all that it does not name. */
export function hasMapValues({ keywords: { additionalProperties, patternProperties } }: SchemaNode): boolean {
  return additionalProperties?.kind === 'keywords' || patternProperties.size > 0;
}
