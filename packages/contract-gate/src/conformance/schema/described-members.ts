import type { JsonValue } from '@keyframe/openapi-model';
import type { JsonTypeName, SchemaNode } from '@keyframe/openapi-schema';
import type { SchemaRef, SchemaSpace } from '@keyframe/openapi-values';

/** Lists the members that a schema describes, behind references and in every branch; the first of a name counts. */
export function describedMembers(space: SchemaSpace, schema: SchemaRef): Map<string, SchemaNode> {
  const found = new Map<string, SchemaNode>();
  for (const [name, member] of describedEverywhere(space, schema)) {
    if (!found.has(name)) found.set(name, member);
  }
  return found;
}

// Lists a schema, the targets of its references, and all branches, each followed by its own.
function describedParts(schema: SchemaNode): SchemaNode[] {
  const parts = new Map<string, SchemaNode>();
  const add = (part: SchemaNode | undefined): void => {
    if (!part || parts.has(part.pointer)) return;
    parts.set(part.pointer, part);
    const { reference, allOf, anyOf, oneOf, met, unmet } = part.keywords;
    for (const one of [reference, ...allOf, ...anyOf, ...oneOf, met, unmet]) add(one);
  };
  add(schema);
  return [...parts.values()];
}

/** Lists the schemas of the items of a list, behind references and in every branch. */
export function describedItems(schema: SchemaNode): SchemaNode[] {
  return describedParts(schema).flatMap(({ keywords }) => keywords.items ?? []);
}

/** Whether a schema describes a map of objects by keys that it does not name, such as ids. */
export function describesMap(schema: SchemaNode): boolean {
  return (
    listMapValues(schema).some(isObject) &&
    describedParts(schema).every(({ keywords }) => keywords.properties.size === 0)
  );
}

/** Lists the schemas of the values in a map. */
export function listMapValues(schema: SchemaNode): SchemaNode[] {
  return describedParts(schema).flatMap(({ keywords: { additionalProperties, patternProperties } }) => [
    ...(additionalProperties ? [additionalProperties] : []),
    ...patternProperties.values(),
  ]);
}

function isObject(schema: SchemaNode): boolean {
  const hasMembers = describedParts(schema).some(({ keywords }) => keywords.properties.size > 0);
  return hasMembers || describesType(schema, 'object');
}

/** Lists the values that a schema enumerates, those of a boolean as well. */
export function describedValues(schema: SchemaNode): JsonValue[] {
  return describedParts(schema).flatMap(({ keywords, types }) => {
    if (keywords.enum) return [...keywords.enum];
    return types?.size === 1 && types.has('boolean') ? [true, false] : [];
  });
}

/** Whether a schema names a type, behind references and in every branch. */
export function describesType(schema: SchemaNode, type: JsonTypeName): boolean {
  return describedParts(schema).some(({ types }) => types?.has(type));
}

/** Lists the members that a schema describes, each as often as it does. */
export function describedEverywhere(
  space: SchemaSpace,
  schema: SchemaRef,
): (readonly [name: string, member: SchemaNode])[] {
  return describedParts(space.node(schema)).flatMap(({ keywords }) => [...keywords.properties]);
}
