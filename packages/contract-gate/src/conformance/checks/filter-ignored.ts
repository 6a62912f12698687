import { collectItems } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { FilteredList, FilterMismatch } from '../behavior/state-observations.ts';

export const filterIgnored: StateCheck<FilteredList | FilterMismatch> = {
  id: 'filter-ignored',
  title: 'A filter returns items that it excludes',
  explanation:
    'The query selects one value or a range of a property, or values of two properties, but items outside of it were returned; a search for a text that no item contains returned all items; or the order of two values changes the result.',
  basis: 'convention',
  run(observed) {
    const { operation } = observed.list;
    if ('exchange' in observed) {
      const { exchange, message, expected, received } = observed;
      return [{ operation, exchange, message, expected, received }];
    }
    const { pages, filter, condition, isExcluded, describe } = observed;
    const [first] = pages;
    const item = collectItems(pages).find(isExcluded);
    if (!first || !item) return [];
    const received = describe(item);
    const message = `A list filtered by ${filter} (${condition}) contains ${received}.`;
    return [{ operation, exchange: first.exchange, message, expected: condition, received }];
  },
};
