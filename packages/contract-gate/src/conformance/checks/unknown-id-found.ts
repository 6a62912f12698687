import { findMissing404Basis, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';
import { isCarriedOut } from '../session/session.ts';

export const unknownIdFound: StateCheck<ObservedExchange> = {
  id: 'unknown-id-found',
  title: 'A resource that was never created was found',
  explanation: 'An id that the server never assigned returns a successful response.',
  basis: 'promise',
  run({ client, operation, exchange }) {
    if (!isCarriedOut(exchange)) return [];
    const { status } = exchange.response;
    const basis = findMissing404Basis(operation, client.context.session.model.operations);
    const message = `An unknown id returned ${status}.`;
    return [{ operation, exchange, message, expected: '404', received: `${status}`, basis }];
  },
};
