import { collectItems, type ListClient } from '../behavior/list-client.ts';
import type { ListOrder } from '../behavior/list-orders.ts';
import { isOutOfOrder } from '../behavior/list-orders.ts';
import type { Page } from '../behavior/pager.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import { formatValue } from '../format-value.ts';

/** A list that was requested in an order. */
export interface OrderedList {
  client: ResourceClient;
  list: ListClient;
  order: ListOrder;
  pages: readonly Page[];
}

export const orderIgnored: StateCheck<OrderedList> = {
  id: 'order-ignored',
  title: 'A list is not in the requested order',
  explanation:
    'The query requests a documented order, but the items of all pages together are in another one. Sort before dividing the list into pages.',
  severity: 'error',
  run({ list, order, pages }) {
    const items = collectItems(pages);
    const { name, value, isDescending } = order;
    const index = items.findIndex((item, at) => isOutOfOrder(items[at - 1], item, order));
    const item = items[index];
    const page = item && pages.find((one) => one.items.includes(item));
    if (!item || !page || !list.isComplete(pages)) return [];
    const received = `${formatValue(items[index - 1]?.[name])} before ${formatValue(item[name])}`;
    return [
      {
        operation: list.operation,
        exchange: page.exchange,
        message: `A list in the order "${value}" has ${received}.`,
        expected: `${name} ${isDescending ? 'descending' : 'ascending'}`,
        received,
      },
    ];
  },
};
