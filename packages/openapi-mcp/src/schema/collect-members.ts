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
  const members = new Map<string, LocatedSchema>();
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    for (const subschema of listSubschemas(target, keyword))
      for (const [name, member] of collectMembers(model, subschema, above)) members.set(name, member);
  }
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const [name, member] of Object.entries(properties))
    if (isSchema(member))
      members.set(name, { schema: member, pointer: appendPointer(pointer, 'properties', name) });
  return members;
}

/** Returns the schema that a reference leads to. */
export function followReference(model: OpenApiModel, located: LocatedSchema): LocatedSchema {
  const { schema, pointer } = located;
  const reference = isJsonObject(schema) ? schema.$ref : undefined;
  const target = typeof reference === 'string' ? model.resolver.resolve(reference, pointer) : undefined;
  return target ?? located;
}
