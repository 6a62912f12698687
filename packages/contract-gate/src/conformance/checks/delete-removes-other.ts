import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';

export const deleteRemovesOther: StateCheck<ObservedExchange> = {
  id: 'delete-removes-other',
  title: 'A deletion removed another resource',
  explanation: 'A resource that was not deleted is missing after the deletion of another one.',
  basis: 'promise',
  run({ operation, exchange }) {
    const { status } = exchange.response;
    if (![404, 410].includes(status)) return [];
    const message = `After a deletion, the read of another resource returned ${status}.`;
    return [{ operation, exchange, message, expected: 'the other resources', received: `${status}` }];
  },
};
