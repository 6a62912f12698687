import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import type { Check } from '../session/check.ts';

export const callbackMissing: Check<ObservedDeliveries> = {
  id: 'callback-missing',
  title: 'A callback did not arrive',
  explanation:
    'A successful request contained a callback address, but no callback arrived in time. The server must be able to reach the gate (`callbacks.host`), trust its certificate and allow its address. Increase `callbacks.waitMs` for a slow server. A request that subscribes to events causes none itself: the gate sends requests to the other operations, and a missing event is only a note.',
  basis: 'promise',
  run({ address, pointer, waitedMs, hasWaited, isSubscription }) {
    if (!hasWaited || address.deliveries.length > 0) return [];
    return [
      {
        pointer,
        basis: isSubscription ? 'setup' : undefined,
        message: isSubscription ? 'No event of a subscription arrived.' : 'No callback arrived.',
        expected: `a request to ${address.url}`,
        received: `nothing in ${Math.round(waitedMs)} ms`,
      },
    ];
  },
};
