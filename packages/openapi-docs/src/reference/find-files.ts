/** Finds the fields of a form that are files. */
import type { MediaType, OpenApiModel } from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/media-type';
import { SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findItems, listApplied } from '@keyframe/openapi-schema/facts';

const graphs = new WeakMap<OpenApiModel, SchemaGraph>();

/** Names the fields of a media type that are files, or lists of files. */
export function findFiles(model: OpenApiModel, { schema }: MediaType): ReadonlySet<string> {
  if (schema === undefined) return new Set();
  const graph = graphs.get(model) ?? new SchemaGraph(model, { direction: 'request' });
  graphs.set(model, graph);
  const properties = collectProperties(graph.node(schema));
  return new Set([...properties].filter(([, schemas]) => schemas.some(isFile)).map(([name]) => name));
}

function isFile(property: SchemaNode): boolean {
  const items = findItems(property);
  if (items && items !== property && isFile(items)) return true;
  return listApplied(property).some(({ content: { format, mediaType, isEncoded } }) => {
    return format === 'binary' || (mediaType !== undefined && !isEncoded && !isJson(mediaType));
  });
}
