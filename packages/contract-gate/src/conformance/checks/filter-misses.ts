import { collectItems } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { FilteredList, FilterMismatch } from '../behavior/state-observations.ts';

export const filterMisses: StateCheck<FilteredList | FilterMismatch> = {
  id: 'filter-misses',
  title: 'A filtered list lacks an item',
  explanation:
    'An item with the selected value is not in the filtered list; or a search finds no item by any of its texts.',
  basis: 'convention',
  async run(observed) {
    const { operation } = observed.list;
    if ('exchange' in observed) {
      const { exchange, message, expected, received } = observed;
      return [{ operation, exchange, message, expected, received }];
    }
    const { list, pages, filter, condition, isIncluded, allItems, countUnchanged } = observed;
    const [first] = pages;
    const found = collectItems(pages).filter(isIncluded).length;
    if (!first || found >= allItems.filter(isIncluded).length || !list.isComplete(pages)) return [];
    // Items that changed between the two lists are not missing.
    const expected = await countUnchanged();
    if (found >= expected) return [];
    return [
      {
        operation,
        exchange: first.exchange,
        message: `A list filtered by ${filter} (${condition}) has ${found} of ${expected} items.`,
        expected: `${expected} items`,
        received: `${found} items`,
      },
    ];
  },
};
