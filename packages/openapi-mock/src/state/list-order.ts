// Orders of lists that query parameters request: `sort=-name`, `sort=name:desc`, `sortBy=name&order=desc`.
import type { JsonObject, JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import {
  type DocumentReader,
  findSortMember,
  type OrderTerm,
  readOrderTerms,
} from '@keyframe/openapi-resources';
import { findDefault } from '@keyframe/openapi-schema/facts';
import type { ParameterValues } from '../request/read-parameters.ts';

/** A member that items are sorted by; without a name, the time of their creation. */
export interface SortKey {
  name: string | undefined;
  isDescending: boolean;
}

/** The order of a list, and the query parameters that request it. */
export interface ListOrder {
  keys: readonly SortKey[];
  parameters: ReadonlySet<string>;
}

/** The query of a request, and the members that its items may have. */
export interface OrderSource {
  reader: Pick<DocumentReader, 'conventions' | 'node'>;
  members: ReadonlySet<string>;
  values: ParameterValues;
}

/** Reads the order that a request has, or that the document has by default; a value that names no member is not an order. */
export function readOrder({ parameters }: Pick<Operation, 'parameters'>, source: OrderSource): ListOrder {
  const used = new Set<string>();
  const terms: OrderTerm[] = [];
  for (const parameter of parameters) {
    const parameterTerms = readTerms(parameter, source);
    if (parameterTerms.length > 0) used.add(parameter.name);
    terms.push(...parameterTerms);
  }
  const common = terms.findLast(({ kind }) => kind === 'direction')?.isDescending;
  const sortTerms = terms.filter(({ kind }) => kind !== 'direction');
  const keys =
    sortTerms.length > 0 || common === undefined ? sortTerms : [{ name: undefined, isDescending: common }];
  return {
    keys: keys.map(({ name, isDescending }) => ({ name, isDescending: isDescending ?? common ?? false })),
    parameters: used,
  };
}

// With the names of the members; none if a term names no member.
function readTerms({ location, name, schema }: Parameter, source: OrderSource): OrderTerm[] {
  const { conventions } = source.reader;
  const isOrder = conventions.matches('sort', name) || conventions.matches('direction', name);
  if (location !== 'query' || !isOrder) return [];
  const standard = schema && findDefault(source.reader.node({ schema, direction: 'request' }));
  const terms: OrderTerm[] = [];
  // Items of a list are written as one text, so that a direction may be an item.
  const text = [source.values.get(`query:${name}`) ?? standard].flat().join(',');
  for (const term of readOrderTerms(text, source.members)) {
    const member = term.name === undefined ? undefined : findSortMember(term.name, source.members);
    if (term.kind === 'member' && member === undefined) return [];
    terms.push({ ...term, name: member });
  }
  return terms;
}

/** Sorts items; those without the member are the last, equal ones stay in their order. */
export function sortItems<TItem extends { position: number; value: JsonObject }>(
  items: readonly TItem[],
  keys: readonly SortKey[],
): readonly TItem[] {
  if (keys.length === 0) return items;
  return items.toSorted((left, right) => {
    for (const { name, isDescending } of keys) {
      const read = (item: TItem) => (name === undefined ? item.position : item.value[name]);
      const difference = compare(read(left), read(right), isDescending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function compare(left: JsonValue | undefined, right: JsonValue | undefined, isDescending: boolean): number {
  if (left === undefined || left === null || right === undefined || right === null)
    return Number(left === undefined || left === null) - Number(right === undefined || right === null);
  const isText = typeof left === 'string' && typeof right === 'string';
  const difference = isText ? left.localeCompare(right, 'en') : Number(left) - Number(right);
  const ascending = Number.isNaN(difference) ? 0 : difference;
  return isDescending ? -ascending : ascending;
}
