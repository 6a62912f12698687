import { collectIds, type ListClient } from '../behavior/list-client.ts';
import { isCutOff, type Page } from '../behavior/pager.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';

/** The same list, read twice. */
export interface RepeatedList {
  client: ResourceClient;
  list: ListClient;
  first: readonly Page[];
  second: readonly Page[];
}

export const listUnstable: StateCheck<RepeatedList> = {
  id: 'list-unstable',
  title: 'A list changes its order',
  explanation: 'The same list was read twice without a change in between, and its order differed.',
  basis: 'convention',
  run({ list: { operation }, first, second }) {
    const expected = collectIds(first).join(' ');
    const received = collectIds(second).join(' ');
    const [page] = second;
    if (!page || isCutOff(first) || isCutOff(second) || expected === received) return [];
    const message = 'The same list was returned in a different order.';
    return [{ operation, exchange: page.exchange, message, expected, received }];
  },
};
