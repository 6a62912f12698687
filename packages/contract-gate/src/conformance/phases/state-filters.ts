// Checks the filters of a list that have the names of properties, and searches.
import type { JsonObject, JsonValue, Parameter } from '@keyframe/openapi-model';
import { findFilterMember, simplifyName } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { createRandom, ValueBuilder } from '@keyframe/openapi-schema/values';
import { isSame } from '../behavior/compare.ts';
import { collectIds, collectItems, isAccepted, type ListClient, takesList } from '../behavior/list-client.ts';
import { isCutOff, type Page } from '../behavior/pager.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { filterIgnored } from '../checks/filter-ignored.ts';
import { totalWrong } from '../checks/total-wrong.ts';
import { formatValue } from '../format-value.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import { isUuid } from '../requests/freshen.ts';
import { readableProperties } from '../resources/described-properties.ts';
import { describedValues } from '../schema/described-members.ts';
import type { Session } from '../session/session.ts';
import { FILTER_CHECKS } from './check-lists.ts';
import { checkSearch } from './state-search.ts';

const MOST_VALUES = 4;
const MOST_PAIRS = 6;

type Scalar = boolean | number | string;

interface Filter {
  parameter: Parameter;
  property: string;
  /** The pages without the filter. */
  all: readonly Page[];
}

/** A filter with the value that it selects. */
interface Condition extends Filter {
  value: Scalar;
}

/** Requests every value of the filters. */
export async function checkFilters(list: ListClient): Promise<void> {
  const all = await list.readPages();
  const items = collectItems(all);
  const { limit, page, offset, cursor } = list.paging;
  const paging = new Set([limit, page, offset, cursor]);
  const { session } = list.client.context;
  const parameters = list.operation.parameters.filter(
    (parameter) => parameter.location === 'query' && !paging.has(parameter),
  );
  const exact: Condition[] = [];
  for (const parameter of parameters) {
    if (session.conventions.matches('search', parameter.name)) await checkSearch(list, parameter, all);
    const property = findFilterMember(parameter.name, new Set(items.flatMap(Object.keys)));
    if (property === undefined) continue;
    const filter = { parameter, property, all };
    const values = [...new Set(items.flatMap((item) => listValues(item, property)))].filter(
      // Servers read an empty text as no filter.
      (value): value is Scalar =>
        typeof value !== 'object' &&
        value !== '' &&
        !mayHaveName(filter, value) &&
        isAccepted(list, parameter, value),
    );
    const absent =
      values.length === 1 ? values.flatMap((only) => findAbsentValue(list, filter, only) ?? []) : [];
    for (const value of [...values.slice(0, MOST_VALUES), ...absent]) {
      const condition = { ...filter, value };
      if (await checkConditions(list, [condition])) exact.push(condition);
    }
    if (takesList(session, parameter)) await checkValueOrder(list, filter, values);
  }
  for (const pair of listPairs(exact).slice(0, MOST_PAIRS)) await checkConditions(list, pair);
}

// Two conditions whose intersection is smaller than what each of them selects.
function listPairs(conditions: readonly Condition[]): (readonly [Condition, Condition])[] {
  const pairs: (readonly [Condition, Condition])[] = [];
  for (const [index, left] of conditions.entries()) {
    for (const right of conditions.slice(index + 1)) {
      if (left.property === right.property) continue;
      const items = collectItems(left.all);
      const [leftItems, rightItems] = [left, right].map((one) => items.filter((item) => hasValue(item, one)));
      const shared = leftItems?.filter((item) => hasValue(item, right)).length ?? 0;
      const isSmaller = [leftItems, rightItems].every((selected) => shared < (selected?.length ?? 0));
      if (shared > 0 && isSmaller) pairs.push([left, right]);
    }
  }
  return pairs;
}

/** Whether a filter may take the name of what the property has the id of: `tag` may name one of `tags`. */
export function mayHaveName({ parameter, property }: Omit<Filter, 'all'>, value: JsonValue): boolean {
  return simplifyName(parameter.name) !== simplifyName(property) && isUuid(value);
}

function listValues(item: JsonObject, property: string): JsonValue[] {
  return [item[property] ?? []].flat();
}

// If all items have one value, only a filter by another one excludes some. A parameter may have more values than the
// property, such as `all`.
function findAbsentValue(
  list: ListClient,
  { parameter, property }: Filter,
  present: Scalar,
): Scalar | undefined {
  const { session } = list.client.context;
  const node = readableProperties(session, list.client.collection.read).get(property);
  if (!node) return undefined;
  return listPossibleValues(session, node).find(
    (value): value is Scalar =>
      typeof value === typeof present &&
      // A filter may select the items that contain a text.
      !String(present).toLowerCase().includes(String(value).toLowerCase()) &&
      isAccepted(list, parameter, value),
  );
}

const MOST_GENERATED = 5;

/** Lists the enumerated values of a property, or generated ones. */
export function listPossibleValues(
  { options, responses }: Pick<Session, 'options' | 'responses'>,
  node: SchemaNode,
): JsonValue[] {
  const enumerated = describedValues(node);
  if (enumerated.length > 0) return enumerated;
  const random = createRandom(options.seed);
  const choose = (_pointer: string, count: number) => Math.floor(random() * count);
  const builder = new ValueBuilder(responses, { members: 'none', choose, random });
  return Array.from({ length: MOST_GENERATED }, () => builder.build([node])).filter((value) =>
    responses.accepts(node, value),
  );
}

// A filter with two values may select items with both or with either of them, but their order is irrelevant.
async function checkValueOrder(
  list: ListClient,
  { parameter, property, all }: Filter,
  values: readonly JsonValue[],
): Promise<void> {
  const items = collectItems(all);
  const select = (value: JsonValue) => items.filter((item) => listValues(item, property).includes(value));
  const [first] = values;
  const second = values.find((value) => first !== undefined && !isSame(select(value), select(first)));
  if (first === undefined || second === undefined) return;
  const forward = await list.readFiltered(parameter, [first, second]);
  const backward = await list.readFiltered(parameter, [second, first]);
  const [expected, received] = [collectIds(forward).toSorted(), collectIds(backward).toSorted()];
  const [page] = backward;
  if (!page || isCutOff(forward) || isCutOff(backward) || isSame(expected, received)) return;
  const mismatch = {
    client: list.client,
    list,
    exchange: page.exchange,
    message: `A list filtered by two values of \`${property}\` depends on their order.`,
    expected: formatValue(expected),
    received: formatValue(received),
  };
  await runStateChecks([filterIgnored], mismatch);
}

/** Requests the items that meet all conditions; returns whether the filters select exactly these. */
async function checkConditions(list: ListClient, conditions: readonly Condition[]): Promise<boolean> {
  const { client } = list;
  const { session } = client.context;
  const [first] = conditions;
  if (!first) return false;
  const values = conditions.map(
    ({ parameter, value }) =>
      [parameterKey(parameter), takesList(session, parameter) ? [value] : value] as const,
  );
  const kept = { parameter: parameterKey(first.parameter) };
  const pages = await list.readPages(withParameters(list.draft, values), undefined, kept);
  const isIncluded = (item: JsonObject) => conditions.every((condition) => hasValue(item, condition));
  const isExact = collectItems(pages).every(isIncluded);
  if (first.value === true && !isExact && (await isFlag(list, first, pages))) return false;
  // Between two pages, the list may change by itself.
  const filled = pages.filter(({ items }) => items.length > 0);
  if (filled.length < 2 && list.isComplete(pages))
    await runStateChecks([totalWrong], { client, list, pages, expectedIds: [], size: undefined });
  const describe = (item: JsonObject) =>
    conditions.map(({ property }) => `${property}: ${formatValue(item[property])}`).join(', ');
  const allItems = collectItems(first.all);
  await runStateChecks(FILTER_CHECKS, {
    client,
    list,
    filter: conditions.map(({ parameter }) => `\`${parameter.name}\``).join(' and '),
    pages,
    condition: conditions.map(({ property, value }) => `${property}: ${formatValue(value)}`).join(', '),
    describe,
    isExcluded: (item: JsonObject) => !isIncluded(item),
    isIncluded,
    allItems,
    countUnchanged: async () => {
      const still = new Set(listSelectedIds(await list.readPages(), isIncluded));
      return listSelectedIds(first.all, isIncluded).filter((id) => still.has(id)).length;
    },
  });
  return isExact && collectItems(pages).length === allItems.filter(isIncluded).length;
}

function hasValue(item: JsonObject, { property, value }: Condition): boolean {
  return listValues(item, property).includes(value);
}

/**
 * Whether a boolean parameter is no filter, but shows or hides items: `archived=true` adds the archived items to the list, or
 * `archived=false` removes them.
 */
export async function isFlag(
  list: Pick<ListClient, 'readFiltered'>,
  { parameter, property, all }: Filter,
  pages: readonly Page[],
): Promise<boolean> {
  const isTrue = (item: JsonObject) => listValues(item, property).includes(true);
  const known = new Set(collectIds(all));
  if (listSelectedIds(pages, isTrue).some((id) => !known.has(id))) return true;
  if (listSelectedIds(all, isTrue).length === 0) return false;
  const others = await list.readFiltered(parameter, false);
  return others.length > 0 && listSelectedIds(others, isTrue).length === 0;
}

function listSelectedIds(pages: readonly Page[], isSelected: (item: JsonObject) => boolean): string[] {
  return pages.flatMap(({ ids, items }) =>
    ids.filter((_, index) => items[index] !== undefined && isSelected(items[index])),
  );
}
