import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import { retryWindow } from '../callbacks/retry-policy.ts';
import type { Check } from '../session/check.ts';

export const callbackRetrySpacing: Check<ObservedDeliveries> = {
  id: 'callback-retry-spacing',
  title: 'A callback was repeated too early or too late',
  explanation:
    'The pause before a redelivery differs from `callbacks.retries` or the extension `x-callback-retries`. An early redelivery burdens a failing receiver, a late one delays its data. If only a description specifies the pauses, the finding is a warning.',
  basis: 'promise',
  run({ pointer, address: { deliveries }, policy, waitMs, isSilent }) {
    return deliveries.slice(1).flatMap(({ at }, index) => {
      const window = retryWindow(policy, { index, waitMs });
      const pauseMs = at - (deliveries[index]?.at ?? 0);
      if (!window || (pauseMs >= window.fromMs && (isSilent || pauseMs <= window.untilMs))) return [];
      const pause = `${Math.round(pauseMs)} ms`;
      return [
        {
          pointer,
          message: `Delivery ${index + 2} arrived too ${pauseMs < window.fromMs ? 'early' : 'late'}, after ${pause}.`,
          expected: `a pause of ${policy.pausesMs[index]} ms`,
          received: `a pause of ${pause}`,
          basis: policy.isFromText ? ('convention' as const) : undefined,
        },
      ];
    });
  },
};
