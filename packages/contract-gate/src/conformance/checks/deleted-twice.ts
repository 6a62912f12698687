import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { isCarriedOut } from '../session/session.ts';

export const deletedTwice: StateCheck<ObservedExchange> = {
  id: 'deleted-twice',
  title: 'A resource was deleted twice',
  explanation: 'The second deletion succeeded although the operation documents 404 for missing resources.',
  basis: 'promise',
  run({ operation, exchange }) {
    const isDocumented = operation.responses.some(({ status }) => status === '404' || status === '410');
    if (!isDocumented || !isCarriedOut(exchange)) return [];
    const { status } = exchange.response;
    const message = `A second deletion returned ${status}.`;
    return [{ operation, exchange, message, expected: '404', received: `${status}` }];
  },
};
