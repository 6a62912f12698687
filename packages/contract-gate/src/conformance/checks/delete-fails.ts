import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';

export const deleteFails: StateCheck<ObservedExchange> = {
  id: 'delete-fails',
  title: 'An existing resource cannot be deleted',
  explanation: 'The resource exists, but its deletion returns 404 or 410.',
  basis: 'promise',
  run({ operation, exchange }) {
    const { status } = exchange.response;
    if (status !== 404 && status !== 410) return [];
    const message = `The deletion of an existing resource returned ${status}.`;
    return [{ operation, exchange, message, expected: 'a successful deletion', received: `${status}` }];
  },
};
