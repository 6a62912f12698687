import type { Operation, Parameter } from '@keyframe/openapi-model';
import { listConstants, listPossible } from '@keyframe/openapi-schema/facts';
import type { ConventionName } from '../conventions/conventions.ts';
import type { DocumentReader } from '../document/document-reader.ts';

const NUMBERS: ReadonlySet<ConventionName> = new Set(['limit', 'offset', 'page']);

/** Finds the query parameter with a meaning, unless its schema contradicts its name. */
export function findQuery(
  { parameters }: Pick<Operation, 'parameters'>,
  entry: ConventionName,
  reader: Pick<DocumentReader, 'conventions' | 'node'>,
): Parameter | undefined {
  return parameters.find((parameter) => hasQueryMeaning(parameter, entry, reader));
}

/** Reports whether a query parameter has a meaning: a time is a filter, and no text of a list a number of items. */
export function hasQueryMeaning(
  { location, name, schema }: Parameter,
  entry: ConventionName,
  reader: Pick<DocumentReader, 'conventions' | 'node'>,
): boolean {
  if (location !== 'query' || !reader.conventions.matches(entry, name)) return false;
  if (!schema) return true;
  const node = reader.node({ schema, direction: 'request' });
  if (listPossible(node).some(({ keywords }) => keywords.format?.startsWith('date'))) return false;
  if (!NUMBERS.has(entry)) return true;
  const { types } = node;
  const isNumber = !types || types.has('integer') || types.has('number');
  return isNumber || (types.has('string') && entry !== 'offset' && listConstants(node) === undefined);
}
