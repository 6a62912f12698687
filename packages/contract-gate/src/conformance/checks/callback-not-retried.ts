import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import type { Check } from '../session/check.ts';

export const callbackNotRetried: Check<ObservedDeliveries> = {
  id: 'callback-not-retried',
  title: 'A failed callback was not sent again',
  explanation:
    'The receiver failed, and the server did not repeat the callback as often as `callbacks.retries` or the extension `x-callback-retries` specifies. If only a description mentions retries, the finding is a warning.',
  basis: 'promise',
  run({ pointer, address, expectedCount, policy, waitedMs, hasWaited }) {
    const count = address.deliveries.length;
    if (!hasWaited || count === 0 || expectedCount === undefined || count >= expectedCount) return [];
    return [
      {
        pointer,
        message: `A failing receiver got ${count} of ${expectedCount} deliveries.`,
        expected: `${expectedCount} deliveries`,
        received: `${count} deliveries in ${Math.round(waitedMs)} ms`,
        basis: policy.isFromText ? 'convention' : undefined,
      },
    ];
  },
};
