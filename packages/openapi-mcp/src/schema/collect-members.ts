import {
  appendPointer,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  listSubschemas,
  type OpenApiModel,
} from '@keyframe/openapi-model';

/** Collects the members of a schema and of its alternatives by name. */
export function collectMembers(
  model: OpenApiModel,
  located: LocatedSchema,
  above = new Set<string>(),
): Map<string, LocatedSchema> {
  const target = followReference(model, located);
  const { schema, pointer } = target;
  if (!isJsonObject(schema) || above.has(pointer)) return new Map();
  above.add(pointer);
  const own = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listSubschemas(target, keyword));
  return new Map([
    ...parts.flatMap((part) => [...collectMembers(model, part, above)]),
    ...own.flatMap(([name, member]) =>
      isSchema(member)
        ? [[name, { schema: member, pointer: appendPointer(pointer, 'properties', name) }] as const]
        : [],
    ),
  ]);
}

/** Returns the schema that a reference leads to. */
export function followReference(model: OpenApiModel, located: LocatedSchema): LocatedSchema {
  const { schema, pointer } = located;
  const reference = isJsonObject(schema) ? schema.$ref : undefined;
  const target = typeof reference === 'string' ? model.resolver.resolve(reference, pointer) : undefined;
  return target ?? located;
}
