/** Finds the fields of a form that are files. */
import type { MediaType, OpenApiModel } from '@keyframe/openapi-model';
import { SchemaGraph, type SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findBytesType, findItems } from '@keyframe/openapi-schema/facts';

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
  return findBytesType(property) !== undefined || (items !== undefined && findBytesType(items) !== undefined);
}
