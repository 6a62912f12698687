import { collectItems } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { FilteredList } from '../behavior/state-observations.ts';

export const filterMisses: StateCheck<FilteredList> = {
  id: 'filter-misses',
  title: 'A filtered list lacks an item',
  explanation: 'An item with the selected value is not in the filtered list.',
  basis: 'convention',
  async run({ list, pages, filter, condition, isIncluded, allItems, countUnchanged }) {
    const [first] = pages;
    const found = collectItems(pages).filter(isIncluded).length;
    if (!first || found >= allItems.filter(isIncluded).length || !list.isComplete(pages)) return [];
    // Items that changed between the two lists are not missing.
    const expected = await countUnchanged();
    if (found >= expected) return [];
    return [
      {
        operation: list.operation,
        exchange: first.exchange,
        message: `A list filtered by ${filter} (${condition}) has ${found} of ${expected} items.`,
        expected: `${expected} items`,
        received: `${found} items`,
      },
    ];
  },
};
