// Responses that are nothing but the id of what was created.

import type { SchemaNode } from '@keyframe/openapi-schema';
import { findFormat, listConstants } from '@keyframe/openapi-schema/facts';
import { getIdParameter } from '../paths/path-templates.ts';
import type { CreationSearch } from './creation-search.ts';

/** Reports whether all values of a schema can be ids: integers, and texts with a format. Other texts are messages. */
export function isBareId(schema: SchemaNode): boolean {
  const { types } = schema;
  const isText = types?.has('string') === true && findFormat(schema) !== undefined;
  return types?.size === 1 && (types.has('integer') || isText) && listConstants(schema) === undefined;
}

/** Reports whether a response is the id of the path of a resource, of the type and format that the path has. */
export function returnsBareId(
  schema: SchemaNode | undefined,
  { itemPath, targets, reader }: CreationSearch,
): boolean {
  if (!schema || !isBareId(schema)) return false;
  const idName = getIdParameter(itemPath);
  const parameters = targets.map((target) =>
    target.parameters.find(({ location, name }) => location === 'path' && name === idName),
  );
  const parameterSchema = parameters.find((parameter) => parameter !== undefined)?.schema;
  if (!parameterSchema) return false;
  const taken = reader.node({ schema: parameterSchema, direction: 'request' });
  return isBareId(taken) && getForm(taken) === getForm(schema);
}

// The width of an integer is often declared in one of the two only.
function getForm(schema: SchemaNode): string | undefined {
  return schema.types?.has('integer') ? 'integer' : findFormat(schema);
}
