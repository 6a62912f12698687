// Members that examples of a response show and its schema leaves open.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  listExamples,
  type MediaType,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findItems, findValues, listApplied, mergeProperties } from '@keyframe/openapi-schema/facts';

/** The document of a body, and how its schemas are read. */
export interface SchemaReading {
  model: Pick<OpenApiModel, 'document'>;
  read: (schema: LocatedSchema) => SchemaNode;
}

const COMPLETED = new WeakMap<MediaType, LocatedSchema>();

/** Completes the schema of a body by the members that only its examples show; the schema itself if they show no others. */
export function completeSchema(
  media: MediaType,
  schema: LocatedSchema,
  { model, read }: SchemaReading,
): LocatedSchema {
  const existing = COMPLETED.get(media);
  if (existing) return existing;
  const [example] = listExamples(model, media.pointer);
  const exampleSchema = example && describeOpen(example.value, [read(schema)]);
  const completed = exampleSchema
    ? { schema: { allOf: [schema.schema, exampleSchema] }, pointer: `${media.pointer}/example-schema` }
    : schema;
  COMPLETED.set(media, completed);
  return completed;
}

/** Describes what a value has and schemas leave open; undefined if they leave nothing open. */
export function describeOpen(
  value: JsonValue | undefined,
  schemas: readonly SchemaNode[],
): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  const isOpen = schemas.every((schema) => listApplied(schema).every(({ types }) => types === undefined));
  if (Array.isArray(value)) {
    const items = describeOpen(
      value[0],
      schemas.map(findItems).filter((node) => node !== undefined),
    );
    if (items) return { type: 'array', items };
    return isOpen ? { type: 'array' } : undefined;
  }
  if (!isJsonObject(value)) return isOpen ? { type: typeof value } : undefined;
  const properties = describeMembers(value, schemas);
  return isOpen || Object.keys(properties).length > 0 ? { type: 'object', properties } : undefined;
}

// The members of a map have any names.
function describeMembers(value: JsonObject, schemas: readonly SchemaNode[]): JsonObject {
  const properties: JsonObject = {};
  if (schemas.some((schema) => findValues(schema))) return properties;
  const declared = mergeProperties(schemas);
  for (const [name, member] of Object.entries(value)) {
    const schema = describeOpen(member, declared.get(name) ?? []);
    if (schema) properties[name] = schema;
  }
  return properties;
}
