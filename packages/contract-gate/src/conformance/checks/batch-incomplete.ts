import type { Operation } from '@keyframe/openapi-model';
import type { StateCheck } from '../behavior/state-check.ts';
import type { Exchange } from '../session/session.ts';

/** A request with several items, and the number of results in its response. */
export interface ObservedBatch {
  operation: Operation;
  exchange: Exchange;
  sent: number;
  returned: number;
}

export const batchIncomplete: StateCheck<ObservedBatch> = {
  id: 'batch-incomplete',
  title: 'A batch returned another number of results than it has items',
  explanation:
    'A request created several resources at once, or documents 207, and its only list of results is shorter or longer than the list of its items. Clients match results to items by their position.',
  basis: 'convention',
  run({ operation, exchange, sent, returned }) {
    if (returned === sent) return [];
    const message = `A batch of ${sent} items returned ${returned} results.`;
    return [{ operation, exchange, message, expected: `${sent} results`, received: `${returned} results` }];
  },
};
