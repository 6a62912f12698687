import type { SchemaNode } from './schema-node.ts';

/** Reports whether no other schema of the same value evaluates its members. */
export function decidesMembers({ keywords }: Pick<SchemaNode, 'keywords'>): boolean {
  const { additionalProperties, reference, dynamicReference, allOf, anyOf, oneOf } = keywords;
  const { condition, dependentSchemas } = keywords;
  const others = [additionalProperties, reference, dynamicReference, condition, ...allOf, ...anyOf, ...oneOf];
  return others.every((other) => other === undefined) && dependentSchemas.size === 0;
}
