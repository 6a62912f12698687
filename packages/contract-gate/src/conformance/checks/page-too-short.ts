import type { StateCheck } from '../behavior/state-check.ts';
import type { DefaultPage } from './page-too-long.ts';

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
