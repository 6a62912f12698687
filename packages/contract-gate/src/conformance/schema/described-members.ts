import type { JsonValue } from '@keyframe/openapi-model';
import type { JsonTypeName, SchemaNode } from '@keyframe/openapi-schema';
import { listPossible } from '@keyframe/openapi-schema/facts';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-schema/values';

/** Lists the members that a schema describes, behind references and in every branch; the first of a name counts. */
export function describedMembers(space: SchemaSpace, schema: SchemaRef): Map<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  for (const [name, member] of describedEverywhere(space, schema)) {
    if (!found.has(name)) found.set(name, member);
  }
  return found;
}

/** Lists the schemas of the items of a list, behind references and in every branch. */
export function describedItems(schema: SchemaNode): SchemaNode[] {
  const items = listPossible(schema).map(({ keywords }) => keywords.items);
  return items.filter((node) => node !== undefined);
}

/** Whether a schema describes a map of objects by keys that it does not name, such as ids. */
export function describesMap(schema: SchemaNode): boolean {
  return (
    listMapValues(schema).some(isObject) &&
    listPossible(schema).every(({ keywords }) => keywords.properties.size === 0)
  );
}

/** Lists the schemas of the values in a map. */
export function listMapValues(schema: SchemaNode): SchemaNode[] {
  return listPossible(schema).flatMap(({ keywords: { additionalProperties, patternProperties } }) => [
    ...(additionalProperties ? [additionalProperties] : []),
    ...patternProperties.values(),
  ]);
}

function isObject(schema: SchemaNode): boolean {
  const hasMembers = listPossible(schema).some(({ keywords }) => keywords.properties.size > 0);
  return hasMembers || describesType(schema, 'object');
}

/** Lists the values that a schema enumerates, those of a boolean as well. */
export function describedValues(schema: SchemaNode): JsonValue[] {
  return listPossible(schema).flatMap(({ keywords, types }) => {
    if (keywords.enum) return [...keywords.enum];
    return types?.size === 1 && types.has('boolean') ? [true, false] : [];
  });
}

/** Whether a schema names a type, behind references and in every branch. */
export function describesType(schema: SchemaNode, type: JsonTypeName): boolean {
  return listPossible(schema).some(({ types }) => types?.has(type));
}

/** Lists the members that a schema describes, each as often as it does. */
export function describedEverywhere(
  space: SchemaSpace,
  schema: SchemaRef,
): (readonly [name: string, member: SchemaNode])[] {
  return listPossible(space.node(schema)).flatMap(({ keywords }) => [...keywords.properties]);
}
