// The schemas that members and items of a value must match.
import { readSafePattern } from '../redos/safe-pattern.ts';
import type { SchemaNode } from './schema-node.ts';

/** Lists the schemas that a member of an object is held to. */
export function memberSchemas(schemaNodes: readonly SchemaNode[], name: string): SchemaNode[] {
  const found = schemaNodes.flatMap(
    ({ keywords: { properties, patternProperties, additionalProperties } }) => {
      const own = properties.get(name);
      const patterned = [...patternProperties].flatMap(([pattern, schema]) =>
        readSafePattern(pattern)?.expression.test(name) ? [schema] : [],
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
