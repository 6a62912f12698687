import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import { shorten } from '../format-value.ts';
import type { Check } from '../session/check.ts';

export const callbackRepeated: Check<ObservedDeliveries> = {
  id: 'callback-repeated',
  title: 'A successful callback was sent again',
  explanation: 'The receiver returned a 2xx status, but the same callback arrived once more.',
  basis: 'convention',
  run({ pointer, address, expectedCount }) {
    const extra = findExtraDelivery({ address, expectedCount });
    if (!extra?.isRepeated) return [];
    return [
      {
        pointer,
        message: `A callback arrived again after ${expectedCount} deliveries.`,
        expected: `${expectedCount} deliveries`,
        received: shorten(extra.delivery.body.toString()),
      },
    ];
  },
};

/** Finds the first delivery that exceeds the expected count, and whether an earlier one has the same body. */
export function findExtraDelivery({
  address: { deliveries },
  expectedCount,
}: Pick<ObservedDeliveries, 'address' | 'expectedCount'>) {
  const delivery = expectedCount === undefined ? undefined : deliveries[expectedCount];
  if (!delivery) return undefined;
  const isRepeated = deliveries.slice(0, expectedCount).some(({ body }) => body.equals(delivery.body));
  return { delivery, isRepeated };
}
