// Checks the filters of a list that have the names of properties, and searches.
import type { JsonObject, JsonValue, Parameter } from '@keyframe/openapi-model';
import { findFilterMember } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { createRandom, ValueBuilder } from '@keyframe/openapi-schema/values';
import { isSame } from '../behavior/compare.ts';
import { collectIds, collectItems, type ListClient, takesList } from '../behavior/list-client.ts';
import { isCutOff, type Page } from '../behavior/pager.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { filterIgnored } from '../checks/filter-ignored.ts';
import { totalWrong } from '../checks/total-wrong.ts';
import { formatValue } from '../format-value.ts';
import { readableProperties } from '../resources/described-properties.ts';
import { describedValues } from '../schema/described-members.ts';
import type { Session } from '../session/session.ts';
import { FILTER_CHECKS } from './check-lists.ts';

const MOST_VALUES = 4;

type Scalar = boolean | number | string;

interface Filter {
  parameter: Parameter;
  property: string;
  /** The pages without the filter. */
  all: readonly Page[];
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
  for (const parameter of parameters) {
    if (session.conventions.matches('search', parameter.name)) await checkSearch(list, parameter, all);
    const property = findFilterMember(parameter.name, new Set(items.flatMap(Object.keys)));
    if (property === undefined) continue;
    const filter = { parameter, property, all };
    const values = [...new Set(items.flatMap((item) => listValues(item, property)))].filter(
      // Servers read an empty text as no filter.
      (value): value is Scalar =>
        typeof value !== 'object' && value !== '' && isAccepted(list, parameter, value),
    );
    const absent =
      values.length === 1 ? values.flatMap((only) => findAbsentValue(list, filter, only) ?? []) : [];
    for (const value of [...values.slice(0, MOST_VALUES), ...absent]) await checkFilter(list, filter, value);
    if (takesList(session, parameter)) await checkValueOrder(list, filter, values);
  }
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

// A parameter may have the name of a property and another meaning.
function isAccepted({ client }: ListClient, parameter: Parameter, value: JsonValue): boolean {
  const { session } = client.context;
  const { schema } = parameter;
  const sent = takesList(session, parameter) ? [value] : value;
  return !schema || session.requests.accepts(schema, sent);
}

const UNKNOWN_TEXT = 'zqxjvkwzq';

// A search for a text that no item contains must not return all items.
async function checkSearch(list: ListClient, parameter: Parameter, all: readonly Page[]): Promise<void> {
  const count = collectIds(all).length;
  const isKnown = JSON.stringify(collectItems(all)).includes(UNKNOWN_TEXT);
  if (isKnown || count < 2 || !isAccepted(list, parameter, UNKNOWN_TEXT)) return;
  const pages = await list.readFiltered(parameter, UNKNOWN_TEXT);
  const [first] = pages;
  const found = collectIds(pages).length;
  if (!first || found < count) return;
  const mismatch = {
    client: list.client,
    list,
    exchange: first.exchange,
    message: `A search for "${UNKNOWN_TEXT}" by \`${parameter.name}\` returned all ${found} items.`,
    expected: `items that match ${UNKNOWN_TEXT}`,
    received: `${found} items`,
  };
  await runStateChecks([filterIgnored], mismatch);
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

async function checkFilter(
  list: ListClient,
  { parameter, property, all }: Filter,
  value: Scalar,
): Promise<void> {
  const { client } = list;
  const pages = await list.readFiltered(
    parameter,
    takesList(client.context.session, parameter) ? [value] : value,
  );
  const hasValue = (item: JsonObject) => listValues(item, property).includes(value);
  const isExact = collectItems(pages).every(hasValue);
  if (value === true && !isExact && (await isFlag(list, { parameter, property, all }, pages))) return;
  // Between two pages, the list may change by itself.
  const filled = pages.filter(({ items }) => items.length > 0);
  if (filled.length < 2 && list.isComplete(pages))
    await runStateChecks([totalWrong], { client, list, pages, expectedIds: [], size: undefined });
  await runStateChecks(FILTER_CHECKS, {
    client,
    list,
    filter: `\`${parameter.name}\``,
    pages,
    condition: `${property}: ${formatValue(value)}`,
    describe: (item: JsonObject) => `${property}: ${formatValue(item[property])}`,
    isExcluded: (item: JsonObject) => !hasValue(item),
    isIncluded: hasValue,
    allItems: collectItems(all),
    countUnchanged: async () => {
      const still = new Set(idsWithValue(await list.readPages(), hasValue));
      return idsWithValue(all, hasValue).filter((id) => still.has(id)).length;
    },
  });
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
  if (idsWithValue(pages, isTrue).some((id) => !known.has(id))) return true;
  if (idsWithValue(all, isTrue).length === 0) return false;
  const others = await list.readFiltered(parameter, false);
  return others.length > 0 && idsWithValue(others, isTrue).length === 0;
}

function idsWithValue(pages: readonly Page[], hasValue: (item: JsonObject) => boolean): string[] {
  return pages.flatMap(({ ids, items }) =>
    ids.filter((_, index) => items[index] !== undefined && hasValue(items[index])),
  );
}
