import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { formatResponse } from '../format-value.ts';
import { isSuccess } from '../session/session.ts';

export const readFails: StateCheck<ObservedExchange> = {
  id: 'read-fails',
  title: 'A created resource cannot be read',
  explanation: 'The operation that reads the resource rejects the id that the creation returned.',
  basis: 'convention',
  run({ operation, exchange }) {
    const { status } = exchange.response;
    if (isSuccess(exchange) || [401, 403, 429].includes(status) || status >= 500) return [];
    return [
      {
        operation,
        exchange,
        message: `The read of a created resource returned ${status}.`,
        expected: 'the resource',
        received: formatResponse(exchange.response),
      },
    ];
  },
};
