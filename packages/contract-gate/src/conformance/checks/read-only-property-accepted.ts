import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange } from '../behavior/state-observations.ts';

/** The response to a creation that set a readOnly property. */
export interface ReadOnlyCreation extends ObservedExchange {
  name: string;
  /** The sent value. */
  planted: string;
}

export const readOnlyPropertyAccepted: StateCheck<ReadOnlyCreation> = {
  id: 'read-only-property-accepted',
  title: 'A request set a readOnly property',
  explanation:
    'Only the server sets a `readOnly` property. Reject a request that contains it, or ignore the property.',
  basis: 'promise',
  run({ client, operation, exchange, name, planted }) {
    if (client.unwrap(exchange)?.[name] !== planted) return [];
    const message = `A request set the readOnly property \`${name}\` to "${planted}".`;
    const expected = 'the server’s own value';
    return [propertyViolation({ operation, exchange, name, expected, received: planted, message })];
  },
};
