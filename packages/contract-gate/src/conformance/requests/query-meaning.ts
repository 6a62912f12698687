// The meaning of query parameters.
import type { Parameter } from '@keyframe/openapi-model';
import type { ConventionName, Conventions } from '@keyframe/openapi-resources';
import type { SchemaSpace } from '@keyframe/openapi-values';
import { describedParts } from '../schema/described-members.ts';

/** The knowledge that requests depend on: their schemas, and the meaning of names. */
export interface RequestContext {
  requests: SchemaSpace;
  conventions: Conventions;
}

/** Whether a parameter is a query parameter with a meaning. A parameter with a time is a filter instead. */
export function hasQueryMeaning(
  { location, name, schema }: Parameter,
  entry: ConventionName,
  { requests, conventions }: RequestContext,
): boolean {
  if (location !== 'query' || !conventions.matches(entry, name)) return false;
  const parts = schema ? describedParts(requests.node(schema)) : [];
  return !parts.some(({ keywords: { format } }) => format === 'date' || format === 'date-time');
}
