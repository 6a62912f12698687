import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import { shorten } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { findExtraDelivery } from './callback-repeated.ts';
import type { StrayDelivery } from './callback-url.ts';

export const callbackUnrequested: Check<ObservedDeliveries | StrayDelivery> = {
  id: 'callback-unrequested',
  title: 'A callback arrived that no request asked for',
  explanation:
    'A callback followed a request without an address, or the callback of one request arrived at the address of another.',
  basis: 'promise',
  run(observed) {
    const { pointer } = observed;
    if ('stray' in observed) {
      const { method, target } = observed.stray;
      const message = 'A callback arrived although the request contained no address.';
      return [{ pointer, message, expected: 'nothing', received: `${method} ${target}` }];
    }
    const extra = findExtraDelivery(observed);
    if (!extra || extra.isRepeated) return [];
    return [
      {
        pointer,
        message: 'A callback with another body arrived at the same address.',
        expected: `${observed.expectedCount} deliveries`,
        received: shorten(extra.delivery.body.toString()),
      },
    ];
  },
};
