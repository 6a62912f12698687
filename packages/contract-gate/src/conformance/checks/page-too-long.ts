import type { ListClient } from '../behavior/list-client.ts';
import type { Page } from '../behavior/pager.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedList } from '../behavior/state-observations.ts';

/** A page without a limit, and the number of items that the default of the limit allows. */
export interface DefaultPage {
  client: ResourceClient;
  list: ListClient;
  page: Page;
  /** The default of the limit parameter. */
  defaultLimit: number;
  /** The number of items of the list; at least this number if it is not exact. */
  itemCount: number;
  isExact: boolean;
}

export const pageTooLong: StateCheck<DefaultPage | ObservedList> = {
  id: 'page-too-long',
  title: 'A page has more items than requested',
  explanation: 'The page exceeds the limit parameter or its default.',
  basis: 'convention',
  run(observed) {
    const { operation } = observed.list;
    if ('page' in observed) {
      const { page, defaultLimit, itemCount, isExact } = observed;
      const { length } = page.items;
      const most = isExact ? Math.min(defaultLimit, itemCount) : defaultLimit;
      if (length <= most) return [];
      const message =
        length > defaultLimit
          ? `A page without a limit has ${length} items (default: ${defaultLimit}).`
          : `A page without a limit has ${length} items, but all pages of the list have ${itemCount}.`;
      const [expected, received] = [`at most ${most} items`, `${length} items`];
      return [{ operation, exchange: page.exchange, message, expected, received }];
    }
    const { pages, size } = observed;
    const page = size === undefined ? undefined : pages.find(({ items }) => items.length > size);
    if (!page) return [];
    return [
      {
        operation,
        exchange: page.exchange,
        message: `A page with a limit of ${size} has ${page.items.length} items.`,
        expected: `at most ${size} items`,
        received: `${page.items.length} items`,
      },
    ];
  },
};
