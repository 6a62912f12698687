// Null next to other types.
import type { TypeNode } from './type-node.ts';

/** Reports whether a composition allows null next to it, as OpenAPI 3.0 does. */
export function isComposedNull(node: TypeNode): boolean {
  return hasNull(node) && isComposition(node);
}

/** Reports whether a schema allows null by `nullable` or its types. */
export function isNullable(node: TypeNode): boolean {
  return node.annotations.nullable || hasNull(node);
}

// A schema of nothing but null has its own type.
function hasNull({ keywords: { type = [] } }: TypeNode): boolean {
  return type.length > 1 && type.includes('null');
}

/** Reports whether a schema is composed of others. */
export function isComposition({ keywords: { allOf, anyOf, oneOf } }: TypeNode): boolean {
  return allOf.length + anyOf.length + oneOf.length > 0;
}
