import type { SchemaNode } from '@keyframe/openapi-schema';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-values';

/** Lists the members that a schema describes, behind references and in every branch; the first of a name counts. */
export function describedMembers(space: SchemaSpace, schema: SchemaRef): Map<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  for (const [name, member] of describedEverywhere(space, schema)) {
    if (!found.has(name)) found.set(name, member);
  }
  return found;
}

/** Lists the schemas of the items of a list, behind references and in every branch. */
export function describedItems({ keywords }: SchemaNode): SchemaNode[] {
  const { items, reference, allOf, anyOf, oneOf } = keywords;
  const parts = [reference, ...allOf, ...anyOf, ...oneOf];
  return [...(items ? [items] : []), ...parts.flatMap((part) => (part ? describedItems(part) : []))];
}

/** Lists the members that a schema describes, each as often as it does. */
export function* describedEverywhere(
  space: SchemaSpace,
  schema: SchemaRef,
): Generator<readonly [name: string, member: SchemaNode]> {
  const seen = new Set<string>();
  const waiting = [space.node(schema)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node.pointer)) continue;
    seen.add(node.pointer);
    const { properties, reference, allOf, anyOf, oneOf, met, unmet } = node.keywords;
    yield* properties;
    const parts = [reference, ...allOf, ...anyOf, ...oneOf, met, unmet];
    waiting.push(...parts.filter((part) => part !== undefined));
  }
}
