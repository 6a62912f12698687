import type { Operation } from '@keyframe/openapi-model';
import type { StateCheck } from '../behavior/state-check.ts';
import type { Exchange } from '../session/session.ts';

/** A page, and the number of items that its request allows. */
export interface LimitedPage {
  operation: Operation;
  exchange: Exchange;
  count: number;
  most: number;
  /** The limit of the request, for people. */
  limit: string;
}

export const pageTooLong: StateCheck<LimitedPage> = {
  id: 'page-too-long',
  title: 'A page has more items than requested',
  explanation: 'The page exceeds the limit parameter or its default.',
  basis: 'convention',
  run({ operation, exchange, count, most, limit }) {
    if (count <= most) return [];
    const message = `A page ${limit} has ${count} items.`;
    return [{ operation, exchange, message, expected: `at most ${most} items`, received: `${count} items` }];
  },
};
