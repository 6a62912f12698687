import { listConjuncts } from './applied-nodes.ts';
import type { SchemaNode } from './schema-node.ts';

/** Reports whether no other schema of the same value evaluates its members. */
export function decidesMembers({ keywords }: Pick<SchemaNode, 'keywords'>): boolean {
  const { additionalProperties, anyOf, oneOf, condition, dependentSchemas } = keywords;
  const applicators = [additionalProperties, condition, ...listConjuncts({ keywords }), ...anyOf, ...oneOf];
  return applicators.every((schema) => schema === undefined) && dependentSchemas.size === 0;
}
