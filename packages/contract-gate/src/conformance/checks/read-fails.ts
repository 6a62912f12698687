import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { formatResponse } from '../format-value.ts';
import { isSuccess } from '../session/session.ts';

/** A read after a creation, or after a restoration. */
export interface ObservedRead extends ObservedExchange {
  isRestored?: boolean;
}

export const readFails: StateCheck<ObservedRead> = {
  id: 'read-fails',
  title: 'A created or restored resource cannot be read',
  explanation:
    'The operation that reads the resource rejects the id that the creation returned, or the id of a deleted resource that was restored.',
  basis: 'convention',
  run({ operation, exchange, isRestored }) {
    const { status } = exchange.response;
    if (isSuccess(exchange) || [401, 403, 429].includes(status) || status >= 500) return [];
    return [
      {
        operation,
        exchange,
        message: `The read of a ${isRestored ? 'restored' : 'created'} resource returned ${status}.`,
        expected: 'the resource',
        received: formatResponse(exchange.response),
      },
    ];
  },
};
