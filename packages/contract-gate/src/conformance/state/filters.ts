// Holds lists to their filters.
import { isJsonObject, type JsonObject, type JsonValue, type Parameter } from '@keyframe/openapi-model';
import { shown } from '../checks/check.ts';
import { FILTER_IGNORED, FILTER_MISSES } from '../checks/state-checks.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import type { Exchange } from '../session.ts';
import { isSame } from './compare.ts';
import { judgeTotals, type ListSubject, report } from './lists.ts';
import { isWhole, type Page, walkPages } from './pager.ts';

const MOST_VALUES = 4;

/** Asks for every value of the filters that are named after members of the items. */
export async function judgeFilters(given: ListSubject): Promise<void> {
  const { list, subject, ask, draft, paging } = given;
  const { collection } = subject;
  const all = await walkPages(ask, draft, { collection, paging, size: undefined });
  const items = all.flatMap((page) => page.items);
  const paged = new Set(Object.values(paging));
  const filters = list.parameters.filter((one) => one.location === 'query' && !paged.has(one));
  for (const parameter of filters) {
    if (SEARCH.test(parameter.name)) await judgeSearch(given, parameter, all);
    const member = [parameter.name, `${parameter.name}s`].find((name) =>
      items.some((item) => Object.hasOwn(item, name)),
    );
    if (member === undefined) continue;
    const values = [...new Set(items.flatMap((item) => [item[member] ?? []].flat()))].filter(
      (value): value is boolean | number | string =>
        typeof value !== 'object' && isAccepted(subject, parameter, value),
    );
    for (const value of values.slice(0, MOST_VALUES))
      await judgeFilter(given, { parameter, member, value, all });
    if (isListOfValues(parameter)) await judgeOrder(given, { parameter, member, values, items });
  }
}

const SEARCH = /^(?:q|query|search|search_?term|term)$/i;
const NOWHERE = 'zqxjvkwzq';

// A text that no item contains finds at most some of them, whatever a search looks at.
async function judgeSearch(given: ListSubject, parameter: Parameter, all: readonly Page[]): Promise<void> {
  const { subject, ask, draft, paging } = given;
  const idsOf = (pages: readonly Page[]) => pages.flatMap(({ ids }) => ids).toSorted();
  const isThere = JSON.stringify(all.flatMap(({ items }) => items)).includes(NOWHERE);
  if (isThere || idsOf(all).length < 2 || !isAccepted(subject, parameter, NOWHERE)) return;
  const asked = withParameters(draft, [[parameterKey(parameter), NOWHERE]]);
  const pages = await walkPages(ask, asked, { collection: subject.collection, paging, size: undefined });
  const [first] = pages;
  if (!first || idsOf(pages).length < idsOf(all).length) return;
  report(given, {
    check: FILTER_IGNORED,
    message: `A search by ${parameter.name} returned all items.`,
    expected: `items that match ${NOWHERE}`,
    received: `${idsOf(pages).length} items`,
    shownBy: first.exchange,
  });
}

function isListOfValues({ schema }: Parameter): boolean {
  return isJsonObject(schema?.schema) && schema.schema.type === 'array';
}

// A parameter may have the name of a member, and mean something else.
function isAccepted({ context }: ListSubject['subject'], parameter: Parameter, value: JsonValue): boolean {
  const { schema } = parameter;
  return !schema || context.session.requests.accepts(schema, isListOfValues(parameter) ? [value] : value);
}

// Whether a filter with two values wants both or either of them: in which order they come makes no difference.
async function judgeOrder(
  given: ListSubject,
  {
    parameter,
    member,
    values,
    items,
  }: { parameter: Parameter; member: string; values: readonly JsonValue[]; items: readonly JsonObject[] },
): Promise<void> {
  const { subject, ask, draft, paging } = given;
  const { collection } = subject;
  const having = (value: JsonValue) => items.filter((item) => [item[member] ?? []].flat().includes(value));
  const [first] = values;
  const other = first !== undefined && values.find((one) => !isSame(having(one), having(first)));
  if (first === undefined || other === undefined || other === false) return;
  const walk = async (both: JsonValue[]) => {
    const asked = withParameters(draft, [[parameterKey(parameter), both]]);
    const pages = await walkPages(ask, asked, { collection, paging, size: undefined });
    return { ids: pages.flatMap(({ ids }) => ids).toSorted(), shownBy: pages[0]?.exchange };
  };
  const forward = await walk([first, other]);
  const backward = await walk([other, first]);
  if (!forward.shownBy || !backward.shownBy || isSame(forward.ids, backward.ids)) return;
  report(given, {
    check: FILTER_IGNORED,
    message: `A list filtered by two values of ${member} depends on their order.`,
    expected: shown(forward.ids),
    received: shown(backward.ids),
    shownBy: backward.shownBy,
  });
}

interface Filter {
  parameter: Parameter;
  member: string;
  value: boolean | number | string;
  /** The pages without the filter. */
  all: readonly Page[];
}

async function judgeFilter(given: ListSubject, { parameter, member, value, all }: Filter): Promise<void> {
  const { subject, ask, draft, paging, list } = given;
  const { collection } = subject;
  const isList = isListOfValues(parameter);
  const asked = withParameters(draft, [[parameterKey(parameter), isList ? [value] : value]]);
  const pages = await walkPages(ask, asked, { collection, paging, size: undefined });
  const [first] = pages;
  if (!first) return;
  const has = (item: JsonObject) => [item[member] ?? []].flat().includes(value);
  const found = pages.flatMap((page) => page.items);
  // Between two pages, the list may change by itself.
  const filled = pages.filter(({ items }) => items.length > 0);
  if (filled.length < 2 && isWhole(pages, paging)) judgeTotals(given, pages);
  const other = found.find((item) => !has(item));
  const shownBy: Exchange = first.exchange;
  if (other) {
    subject.reportMember({
      check: FILTER_IGNORED,
      operation: list,
      shownBy,
      name: member,
      wanted: value,
      got: other[member],
      what: 'A filtered list contains another value',
    });
  }
  const idsWith = (those: readonly Page[]) =>
    those.flatMap(({ ids, items }) => ids.filter((_, index) => items[index] && has(items[index])));
  if (found.length >= idsWith(all).length || !isWhole(pages, paging)) return;
  // Some may have changed by themselves between the two lists: those that still have the value have not.
  const still = new Set(idsWith(await walkPages(ask, draft, { collection, paging, size: undefined })));
  const wanted = idsWith(all).filter((id) => still.has(id)).length;
  if (found.length >= wanted) return;
  report(given, {
    check: FILTER_MISSES,
    message: `A list filtered by ${member} lacks items.`,
    expected: `${wanted} items`,
    received: `${found.length} items`,
    shownBy,
  });
}
