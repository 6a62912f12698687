import type { JsonObject } from '@keyframe/openapi-model';
import { isSame } from '../behavior/compare.ts';
import { collectIds, collectItems } from '../behavior/list-client.ts';
import { findOutOfOrder, formatOrder, type ListOrder } from '../behavior/list-orders.ts';
import type { Page } from '../behavior/pager.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import type { ObservedPages } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { isTime } from '../requests/spread-times.ts';

/** A list that was requested in an order. */
export interface OrderedList extends ObservedPages {
  order: ListOrder;
}

/** A list that was requested in both directions. */
export interface ReversedList extends ObservedPages {
  ascending: ListOrder;
  descending: ListOrder;
  /** The pages in descending order. */
  reversed: readonly Page[];
}

export const orderIgnored: StateCheck<OrderedList | ReversedList> = {
  id: 'order-ignored',
  title: 'A list is not in the requested order',
  explanation:
    'The query requests a documented order, but the items of all pages together are in another one. Sort before dividing the list into pages. If the document does not specify a direction or the property, the list must not rise and fall, and must differ in both directions.',
  basis: 'convention',
  run(observed) {
    return 'reversed' in observed ? compareDirections(observed) : checkOrder(observed);
  },
};

function checkOrder({ list, order, pages }: OrderedList): StateViolation[] {
  const items = collectItems(pages);
  const { name, direction } = order;
  const index = findOutOfOrder(items, order);
  const item = items[index];
  const page = item && pages.find((one) => one.items.includes(item));
  if (name === undefined || !item || !page || !list.isComplete(pages)) return [];
  const received = `${formatValue(items[index - 1]?.[name])} before ${formatValue(item[name])}`;
  return [
    {
      operation: list.operation,
      exchange: page.exchange,
      message: `A list in the order "${formatOrder(order)}" has ${received}.`,
      expected: `${name} ${direction === 'either' ? 'ascending or descending' : direction}`,
      received,
    },
  ];
}

const LEAST_ITEMS = 3;

// Items with an equal property may stay in one order, so each item must have a time of its own.
function compareDirections({ list, ascending, descending, pages, reversed }: ReversedList): StateViolation[] {
  const ids = collectIds(pages);
  const [page] = reversed;
  const isKnown = page && list.isComplete(pages) && ids.length >= LEAST_ITEMS;
  if (!isKnown || !isSame(ids, collectIds(reversed)) || !hasDistinctTimes(collectItems(pages))) return [];
  return [
    {
      operation: list.operation,
      exchange: page.exchange,
      message: `A list is the same in the orders "${formatOrder(ascending)}" and "${formatOrder(descending)}".`,
      expected: 'items in the reverse order',
      received: `${ids.length} items in the same order`,
    },
  ];
}

function hasDistinctTimes(items: readonly JsonObject[]): boolean {
  return Object.keys(items[0] ?? {}).some((name) => {
    const times = items.map((item) => item[name] ?? null);
    return times.every(isTime) && new Set(times).size === items.length;
  });
}
