import type { ListClient } from '../behavior/list-client.ts';
import type { Page } from '../behavior/pager.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';

/** A page without a limit, and the number of items that the default of the limit allows. */
export interface DefaultPage {
  client: ResourceClient;
  list: ListClient;
  page: Page;
  /** The default of the limit parameter. */
  defaultLimit: number;
  /** The number of items of the list, or at least this number. */
  itemCount: number;
}

export const pageTooShort: StateCheck<DefaultPage> = {
  id: 'page-too-short',
  title: 'A page has fewer items than available',
  explanation: 'The list has more items and the limit allows more, but the page ends early.',
  basis: 'convention',
  run({ list: { operation }, page, defaultLimit, itemCount }) {
    const { length } = page.items;
    const least = Math.min(defaultLimit, itemCount);
    if (length >= least) return [];
    return [
      {
        operation,
        exchange: page.exchange,
        message: `A page without a limit has ${length} of ${itemCount} items (default limit: ${defaultLimit}).`,
        expected: `${least} items`,
        received: `${length} items`,
      },
    ];
  },
};
