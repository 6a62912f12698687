import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import type { Check } from '../session/check.ts';

export const callbackRetriedTooOften: Check<ObservedDeliveries> = {
  id: 'callback-retried-too-often',
  title: 'A failed callback was sent too often',
  explanation:
    'The receiver kept failing, and the server repeated the callback more often than `callbacks.retries` or the extension `x-callback-retries` specifies. If only a description limits the retries, the finding is a warning.',
  basis: 'promise',
  run({ pointer, address, expectedCount, policy }) {
    const count = address.deliveries.length;
    if (expectedCount === undefined || count <= expectedCount) return [];
    return [
      {
        pointer,
        message: `A failing receiver got ${count} instead of ${expectedCount} deliveries.`,
        expected: `${expectedCount} deliveries`,
        received: `${count} deliveries`,
        basis: policy.isFromText ? 'convention' : undefined,
      },
    ];
  },
};
