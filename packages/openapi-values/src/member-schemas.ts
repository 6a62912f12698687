import type { SchemaNode } from '@keyframe/openapi-schema';

/** Lists the names of the members that schemas describe. */
export function describedNames(schemaNodes: readonly SchemaNode[]): string[] {
  return schemaNodes.flatMap(({ keywords }) => [...keywords.properties.keys()]);
}

/** Lists the names of the members that schemas require. */
export function requiredNames(schemaNodes: readonly SchemaNode[]): string[] {
  return schemaNodes.flatMap(({ keywords }) => keywords.required);
}

/** Lists the names of the members that are required next to a member. */
export function dependentNames(schemaNodes: readonly SchemaNode[], name: string): readonly string[] {
  return schemaNodes.flatMap(({ keywords }) => keywords.dependentRequired.get(name) ?? []);
}

/** Reports whether a schema describes members by a pattern, or all that it does not name. */
export function hasMapValues({ keywords: { additionalProperties, patternProperties } }: SchemaNode): boolean {
  return additionalProperties?.kind === 'keywords' || patternProperties.size > 0;
}
