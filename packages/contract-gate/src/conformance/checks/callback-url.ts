import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import type { Check } from '../session/check.ts';

/** A delivery to an address that no request contained. */
export interface StrayDelivery {
  pointer: string;
  stray: Delivery;
}

export const callbackUrl: Check<ObservedDelivery | StrayDelivery> = {
  id: 'callback-url',
  title: 'A callback was sent to the wrong URL',
  explanation:
    'The runtime expression of the document evaluates to another URL than the one that was called. A path, a query or the result of a template may be missing.',
  basis: 'schema',
  run(observed) {
    if ('stray' in observed) {
      const { pointer, stray } = observed;
      const message = 'A callback arrived at a URL that no request contained.';
      return [{ pointer, message, expected: 'nothing', received: `${stray.method} ${stray.target}` }];
    }
    const { candidate, delivery, address } = observed;
    const { hasTarget, expectedTarget, pointer } = candidate;
    const { target } = delivery;
    const isExpected =
      expectedTarget === undefined ? target.startsWith(address.path) : expectedTarget === target;
    if (!hasTarget || isExpected) return [];
    const message = `A callback was sent to ${target}.`;
    return [{ pointer, message, expected: expectedTarget ?? address.url, received: target }];
  },
};
