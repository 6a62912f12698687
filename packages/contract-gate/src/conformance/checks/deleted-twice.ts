import { promisesMissing, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { isCarriedOut } from '../session/session.ts';

export const deletedTwice: StateCheck<ObservedExchange> = {
  id: 'deleted-twice',
  title: 'A resource was deleted twice',
  explanation:
    'The second deletion succeeded although the operation documents 404 for missing resources, and the server returns it for an id that never existed.',
  basis: 'convention',
  run({ client, operation, exchange }) {
    const isPromised = promisesMissing(operation, client.context.session.model.operations);
    if (!isPromised || !isCarriedOut(exchange)) return [];
    const { status } = exchange.response;
    const message = `A second deletion returned ${status}.`;
    return [{ operation, exchange, message, expected: '404', received: `${status}` }];
  },
};
