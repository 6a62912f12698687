import { collectIds, containsResource } from '../behavior/list-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedList, ObservedPages } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import type { Exchange } from '../session/session.ts';

/** The pages that next links lead to. */
export interface LinkedPages extends Omit<ObservedPages, 'pages'> {
  /** The ids of all pages by parameters. */
  expectedIds: readonly string[];
  /** The ids of all pages by links. */
  linkedIds: ReadonlySet<string>;
  /** The last exchange and its next link. */
  last: Exchange;
  nextLink: string | undefined;
  /** Whether a link leads to an earlier page. */
  isCircular: boolean;
}

export const listMisses: StateCheck<LinkedPages | ObservedList> = {
  id: 'list-misses',
  title: 'An existing resource is missing from a list',
  explanation: 'The pages of a list, or the pages that its next links lead to, lack a resource that exists.',
  basis: 'convention',
  run(observed) {
    const { operation } = observed.list;
    if ('linkedIds' in observed) {
      const { expectedIds, linkedIds, last, nextLink, isCircular } = observed;
      const missing = expectedIds.find((id) => !linkedIds.has(id));
      if (missing === undefined || isCircular) return [];
      const message = `The next links of a list do not lead to the resource ${missing}.`;
      return [
        { operation, exchange: last, message, expected: missing, received: nextLink ?? 'no next link' },
      ];
    }
    const { list, pages, expectedIds } = observed;
    const ids = collectIds(pages);
    const missing = expectedIds.find((id) => !containsResource(pages, id));
    const last = pages.at(-1);
    if (!last || missing === undefined || !list.isComplete(pages)) return [];
    const message = `The resource ${missing} is missing from a list of ${ids.length} items.`;
    return [{ operation, exchange: last.exchange, message, expected: missing, received: formatValue(ids) }];
  },
};
