// Facts about a schema, with its references followed.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { collectApplied } from '../nodes/applied-nodes.ts';
import type { Keywords, SchemaNode } from '../nodes/schema-node.ts';

/** Lists schemas and all schemas that hold with them: the targets of references, and the parts of `allOf`. */
export function listApplied(...schemas: readonly SchemaNode[]): SchemaNode[] {
  return collectApplied(schemas);
}

/** Lists a schema and all schemas that may hold with it, branches of unions and conditions included. */
export function listPossible(schema: SchemaNode): SchemaNode[] {
  return collectApplied([schema], ({ keywords: { anyOf, oneOf, met, unmet } }) => [
    ...anyOf,
    ...oneOf,
    met,
    unmet,
  ]);
}

/** Lists the values that schemas have for a keyword. */
export function listKeyword<TName extends keyof Keywords>(
  schemas: readonly SchemaNode[],
  name: TName,
): NonNullable<Keywords[TName]>[] {
  return schemas.map(({ keywords }) => keywords[name]).filter((value) => value != null);
}

/** Collects the schemas of the properties of an object, in every branch; several of one name are all listed. */
export function collectProperties(schema: SchemaNode): Map<string, SchemaNode[]> {
  const properties = new Map<string, SchemaNode[]>();
  for (const { keywords } of listPossible(schema)) {
    for (const [name, property] of keywords.properties) {
      if (property.kind === 'never') continue;
      properties.set(name, [...(properties.get(name) ?? []), property]);
    }
  }
  return properties;
}

/** Collects the schemas of the properties of several schemas that may hold together. */
export function mergeProperties(schemas: readonly SchemaNode[]): Map<string, SchemaNode[]> {
  const properties = new Map<string, SchemaNode[]>();
  for (const [name, nodes] of schemas.flatMap((schema) => [...collectProperties(schema)])) {
    properties.set(name, [...(properties.get(name) ?? []), ...nodes]);
  }
  return properties;
}

/** Reports whether a schema explicitly describes members without a name of their own. */
export function isExplicitlyOpen(schema: SchemaNode): boolean {
  const values = findValues(schema);
  return values !== undefined && values.kind !== 'never';
}

/** Lists the constants that a schema allows; undefined if it allows other values, too. */
export function listConstants(schema: SchemaNode): JsonValue[] | undefined {
  for (const { keywords } of listApplied(schema)) {
    if (keywords.const !== undefined) return [keywords.const];
    if (keywords.enum) return [...keywords.enum];
  }
  return undefined;
}

/** Finds the schema of the items of a list, or of the values of a map. */
export function findItems(schema: SchemaNode): SchemaNode | undefined {
  const possible = listPossible(schema);
  const items = possible.map(({ keywords }) => keywords.items).find((node) => node !== undefined);
  return items ?? (isMap(schema) ? findValues(schema) : undefined);
}

/** Finds the schema of the members of an object that have no property of their own. */
export function findValues(schema: SchemaNode): SchemaNode | undefined {
  return listApplied(schema)
    .map(({ keywords: { additionalProperties, patternProperties } }) =>
      additionalProperties && additionalProperties.kind !== 'never'
        ? additionalProperties
        : patternProperties.values().next().value,
    )
    .find((values) => values !== undefined);
}

/** Reports whether a schema describes an object of any members that are objects with members of their own. */
export function isMap(schema: SchemaNode): boolean {
  const values = findValues(schema);
  const isOpen = values !== undefined && values.kind !== 'never' && collectProperties(schema).size === 0;
  return isOpen && collectProperties(values).size > 0;
}

/** Reports whether a schema describes lists of objects. */
export function isList(schema: SchemaNode): boolean {
  return listApplied(schema).some(isListOfObjects);
}

/** Reports whether a schema accepts lists of objects, among other values. */
export function canBeList(schema: SchemaNode): boolean {
  return listPossible(schema).some(isListOfObjects);
}

function isListOfObjects({ types, keywords: { items } }: SchemaNode): boolean {
  return types?.has('array') === true && items !== undefined && canBeObject(items);
}

// A list of texts contains no resources.
function canBeObject(schema: SchemaNode): boolean {
  return listApplied(schema).every(({ types }) => types === undefined || types.has('object'));
}

/** Finds the schemas of the members at a path: of properties by name, and of the items of lists by their index. */
export function findNodes(schemas: readonly SchemaNode[], path: readonly string[]): readonly SchemaNode[] {
  let nodes = schemas;
  for (const name of path) {
    nodes = nodes.flatMap((node) => collectProperties(node).get(name) ?? findItems(node) ?? []);
  }
  return nodes;
}

/** Lists the defaults of the properties that have one. */
export function listDefaults(requested: ReadonlyMap<string, readonly SchemaNode[]>): JsonObject {
  const defaults: JsonObject = {};
  for (const [name, [schema]] of requested) {
    const standard = schema?.annotations.default;
    if (standard !== undefined) defaults[name] = standard;
  }
  return defaults;
}

/** Lists the examples and the default that a schema gives of its values. */
export function listSchemaExamples(schema: SchemaNode): JsonValue[] {
  return listApplied(schema).flatMap(({ annotations }) => [
    ...annotations.examples,
    ...(annotations.default === undefined ? [] : [annotations.default]),
  ]);
}

/** Collects the properties that every value of a schema may have, branches of unions excluded; the first of a name wins. */
export function collectCertainProperties(schema: SchemaNode): Map<string, SchemaNode> {
  const properties = new Map<string, SchemaNode>();
  for (const { keywords } of listApplied(schema)) {
    for (const [name, property] of keywords.properties) {
      if (!properties.has(name)) properties.set(name, property);
    }
  }
  return properties;
}

/** Finds the format of a schema. */
export function findFormat(schema: SchemaNode): string | undefined {
  return listApplied(schema)
    .map(({ keywords }) => keywords.format)
    .find((format) => format !== undefined);
}

/** Finds the media type of the bytes that a schema describes; undefined for texts (OpenAPI 3.1, Considerations for File Uploads). */
export function findBytesType(schema: SchemaNode): string | undefined {
  for (const { content } of listApplied(schema)) {
    const { mediaType, isEncoded, format } = content;
    if (mediaType !== undefined && !isEncoded && !isJson(mediaType)) return mediaType;
    // OpenAPI 3.0.
    if (format === 'binary') return 'application/octet-stream';
  }
  return undefined;
}

/** Finds the default of a schema. */
export function findDefault(schema: SchemaNode): JsonValue | undefined {
  return listApplied(schema)
    .map(({ annotations }) => annotations.default)
    .find((value) => value !== undefined);
}

/** Lists the branches of the unions of a schema, or else the schema itself. */
export function listBranches(schema: SchemaNode): SchemaNode[] {
  const unions = listApplied(schema).map(({ keywords: { anyOf, oneOf } }) => [...oneOf, ...anyOf]);
  const branches = unions.flat();
  return branches.length === 0 ? [schema] : branches;
}
