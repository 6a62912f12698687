// The schemas that members and items of a value must match.
import { readSafePattern } from '../redos/safe-pattern.ts';
import type { SchemaNode } from './schema-node.ts';

/** Lists the schemas that a member of an object is held to. */
export function memberSchemas(schemaNodes: readonly SchemaNode[], name: string): SchemaNode[] {
  const schemas = schemaNodes.flatMap(
    ({ keywords: { properties, patternProperties, additionalProperties } }) => {
      const property = properties.get(name);
      const patterned = [...patternProperties].flatMap(([pattern, schema]) =>
        readSafePattern(pattern)?.expression.test(name) ? [schema] : [],
      );
      const described = property ? [property, ...patterned] : patterned;
      return described.length > 0 ? described : (additionalProperties ?? []);
    },
  );
  return schemas.length > 0
    ? schemas
    : schemaNodes.flatMap(({ keywords }) => keywords.unevaluatedProperties ?? []);
}

/** Lists the schemas that the item of an array at an index is held to. */
export function itemSchemas(schemaNodes: readonly SchemaNode[], index: number): SchemaNode[] {
  const nodes = schemaNodes.flatMap(({ keywords: { prefix, items } }) => prefix[index] ?? items ?? []);
  return nodes.length > 0 ? nodes : schemaNodes.flatMap(({ keywords }) => keywords.unevaluatedItems ?? []);
}
