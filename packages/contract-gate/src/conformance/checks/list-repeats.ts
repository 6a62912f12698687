import { collectIds } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedList } from '../behavior/state-observations.ts';
import type { LinkedPages } from './list-misses.ts';

export const listRepeats: StateCheck<LinkedPages | ObservedList> = {
  id: 'list-repeats',
  title: 'A list contains a resource twice',
  explanation:
    'The pages of a list contain a resource more than once, or its next links lead back to an earlier page.',
  basis: 'convention',
  run(observed) {
    const { operation } = observed.list;
    if ('linkedIds' in observed) {
      const { last, nextLink = '', isCircular } = observed;
      const message = 'The next links of a list lead back to an earlier page.';
      return isCircular
        ? [{ operation, exchange: last, message, expected: 'a last page', received: nextLink }]
        : [];
    }
    const { pages } = observed;
    const repeated = findRepeatedId(pages);
    const page = pages.find(({ ids }) => repeated !== undefined && ids.includes(repeated));
    if (repeated === undefined || !page) return [];
    return [
      {
        operation,
        exchange: page.exchange,
        message: `A list contains the resource ${repeated} twice.`,
        expected: 'each resource once',
        received: repeated,
      },
    ];
  },
};

/** Finds an id that occurs more than once. */
export function findRepeatedId(pages: ObservedList['pages']): string | undefined {
  const ids = collectIds(pages);
  return ids.find((id, index) => ids.indexOf(id) !== index);
}
