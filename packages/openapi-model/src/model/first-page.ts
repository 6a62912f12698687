import { isJsonObject } from '../json.ts';
import type { Parameter } from './model.ts';

/**
 * Returns the number of the first page from the parameter that contains the number of a page: its default, otherwise
 * its minimum, otherwise 1.
 */
export function readFirstPage({ schema }: Pick<Parameter, 'schema'>): number {
  const { minimum, default: standard } = isJsonObject(schema?.schema) ? schema.schema : {};
  return [standard, minimum].find((value) => typeof value === 'number') ?? 1;
}
