import type { Operation } from '@keyframe/openapi-model';
import { findMissing404Basis, type StateCheck } from '../behavior/state-check.ts';
import { bodyValue, type Exchange, isCarriedOut, type Session } from '../session/session.ts';

/** A response to a request with an unknown id. */
export interface UnknownRead {
  client: { context: { session: Pick<Session, 'model'> } };
  operation: Operation;
  exchange: Exchange;
}

export const unknownIdFound: StateCheck<UnknownRead> = {
  id: 'unknown-id-found',
  title: 'A resource that was never created was found',
  explanation: 'An id that the server never assigned returns a successful response.',
  basis: 'promise',
  run({ client, operation, exchange }) {
    // A list may be empty, or that of another resource.
    if (!isCarriedOut(exchange) || Array.isArray(bodyValue(exchange))) return [];
    const { status } = exchange.response;
    const basis = findMissing404Basis(operation, client.context.session.model.operations);
    const message = `An unknown id returned ${status}.`;
    return [{ operation, exchange, message, expected: '404', received: `${status}`, basis }];
  },
};
