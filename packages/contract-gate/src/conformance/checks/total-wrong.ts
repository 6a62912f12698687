import { collectIds } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedList } from '../behavior/state-observations.ts';

export const totalWrong: StateCheck<ObservedList> = {
  id: 'total-wrong',
  title: 'The total differs from the number of items',
  explanation:
    'The total in the body or in `X-Total-Count` is the number of items on all pages; with a filter, the number of items that the filter selects.',
  basis: 'convention',
  run({ list, pages }) {
    const count = collectIds(pages).length;
    const page = pages.find(({ totals }) => totals.some((total) => total !== count));
    if (!page) return [];
    const received = page.totals.join(', ');
    const message = `The total is ${received}, but the list has ${count} items.`;
    return [{ operation: list.operation, exchange: page.exchange, message, expected: `${count}`, received }];
  },
};
