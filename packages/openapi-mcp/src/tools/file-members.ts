// Parts of request bodies that are files: agents name them by a path or URL.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  type MediaType,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { getEssence, isJson } from '@keyframe/openapi-runtime/wire';
import { collectMembers, followReference } from '../schema/collect-members.ts';

/** Reports whether a body of this media type consists of the bytes of a file. */
export function isFileBody({ name }: MediaType): boolean {
  const essence = getEssence(name);
  return !isJson(name) && !/^multipart\/|^text\/|\+?xml$|x-www-form-urlencoded$/.test(essence);
}

/** Finds the members of a form that are files. */
export function findFileMembers(model: OpenApiModel, { name, schema, encoding }: MediaType): Set<string> {
  if (!getEssence(name).startsWith('multipart/') || schema === undefined) return new Set();
  const members = collectMembers(model, schema);
  const files = [...members].filter(([member, located]) => {
    const { contentType } = encoding.find(({ name }) => name === member) ?? {};
    if (contentType !== undefined) return !/^text\/|json$/.test(getEssence(contentType));
    return isFile(model, located);
  });
  return new Set(files.map(([member]) => member));
}

// OpenAPI 3.1: bytes have no type, or a media type; OpenAPI 3.0: the format binary.
function isFile(model: OpenApiModel, located: LocatedSchema): boolean {
  const { schema, pointer } = followReference(model, located);
  if (!isJsonObject(schema)) return schema === true;
  const { type, format, contentMediaType, items } = schema;
  if (type === 'array' && isSchema(items)) {
    return isFile(model, { schema: items, pointer: appendPointer(pointer, 'items') });
  }
  if (format === 'binary' || (typeof contentMediaType === 'string' && !isJson(contentMediaType))) return true;
  const constraints = [
    'type',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
    'enum',
    'const',
    'properties',
    'contentSchema',
  ];
  return constraints.every((keyword) => schema[keyword] === undefined);
}
