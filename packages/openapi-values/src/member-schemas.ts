import type { SchemaNode } from '@keyframe/openapi-schema';

/** Lists the schemas that a member of an object is held to. */
export function memberSchemas(schemaNodes: readonly SchemaNode[], name: string): SchemaNode[] {
  const found = schemaNodes.flatMap(
    ({ keywords: { properties, patternProperties, additionalProperties } }) => {
      const own = properties.get(name);
      const patterned = [...patternProperties].flatMap(([pattern, schema]) =>
        new RegExp(pattern, 'u').test(name) ? [schema] : [],
      );
      const described = own ? [own, ...patterned] : patterned;
      return described.length > 0 ? described : (additionalProperties ?? []);
    },
  );
  return found.length > 0
    ? found
    : schemaNodes.flatMap(({ keywords }) => keywords.unevaluatedProperties ?? []);
}

/** Lists the schemas that the item of an array at an index is held to. */
export function itemSchemas(schemaNodes: readonly SchemaNode[], index: number): SchemaNode[] {
  const found = schemaNodes.flatMap(({ keywords: { prefix, items } }) => prefix[index] ?? items ?? []);
  return found.length > 0 ? found : schemaNodes.flatMap(({ keywords }) => keywords.unevaluatedItems ?? []);
}

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
