import { isJsonObject, type JsonObject } from '../json.ts';
import { appendPointer, valueAt } from '../pointer.ts';
import type { OpenApiModel } from './model.ts';
import { isSchema, type LocatedSchema } from './schema.ts';
import { SchemaResolver } from './schema-resolver.ts';

/**
 * Returns a model with the schemas of a document in which schemas of its own document were rewritten, or added as
 * components; `findOrigin` maps pointers of the new document to the previous one. The document is not read again.
 */
export function replaceDocument(
  model: OpenApiModel,
  document: JsonObject,
  findOrigin: (pointer: string) => string = (pointer) => pointer,
): OpenApiModel {
  return {
    ...model,
    document,
    operations: replaceSchemas(model.operations, document),
    webhooks: replaceSchemas(model.webhooks, document),
    schemas: listComponents(document),
    resolver: new SchemaResolver({ kind: 'document', value: document, pointer: '#' }),
    locate: (pointer) => model.locate(findOrigin(pointer)),
    toSource: (pointer) => model.toSource(findOrigin(pointer)),
  };
}

function listComponents(document: JsonObject): Map<string, LocatedSchema> {
  const pointer = '#/components/schemas';
  const schemas = valueAt(document, pointer);
  const components = new Map<string, LocatedSchema>();
  for (const [name, schema] of Object.entries(isJsonObject(schemas) ? schemas : {}))
    if (isSchema(schema)) components.set(name, { schema, pointer: appendPointer(pointer, name) });
  return components;
}

function replaceSchemas<TPart>(part: TPart, document: JsonObject): TPart {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((item) => replaceSchemas(item, document)) as TPart;
  // A schema that is not in the document stays as it is.
  if (isLocatedSchema(part)) return { ...part, schema: valueAt(document, part.pointer) ?? part.schema };
  const entries = Object.entries(part).map(([name, value]) => [name, replaceSchemas(value, document)]);
  return Object.fromEntries(entries) as TPart;
}

function isLocatedSchema(part: object): part is LocatedSchema {
  return Object.keys(part).length === 2 && 'schema' in part && 'pointer' in part;
}
