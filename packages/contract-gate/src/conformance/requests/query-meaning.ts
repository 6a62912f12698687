// The meaning of query parameters.
import type { Parameter } from '@keyframe/openapi-model';
import {
  type ConventionName,
  type Conventions,
  hasQueryMeaning as hasMeaning,
} from '@keyframe/openapi-resources';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';

/** The knowledge that requests depend on: their schemas, and the meaning of names. */
export interface RequestContext {
  requests: SchemaSpace;
  conventions: Conventions;
}

/** Whether a parameter is a query parameter with a meaning. */
export function hasQueryMeaning(
  parameter: Parameter,
  entry: ConventionName,
  { requests, conventions }: RequestContext,
): boolean {
  return hasMeaning(parameter, entry, { conventions, node: ({ schema }) => requests.node(schema) });
}
