import { findKeyword } from './applied-schemas.ts';
import type { OpenApiModel, Parameter } from './model.ts';

/**
 * Returns the number of the first page from the parameter that contains the number of a page: its default, otherwise
 * its minimum, otherwise 1.
 */
export function readFirstPage(
  model: Pick<OpenApiModel, 'resolver'>,
  { schema }: Pick<Parameter, 'schema'>,
): number {
  const bounds = schema ? ['default', 'minimum'].map((name) => findKeyword(model, schema, name)) : [];
  return bounds.find((value) => typeof value === 'number') ?? 1;
}
